import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { SharedViewPage } from '../../../../core/contract/shared-view.js';
import type { GraphContext } from '../../../../core/graphql/context.js';
import type { SharedViewService } from './shared-view.service.js';
import { SharedView, SharedViewInput, SharedViewPageEnum } from './shared-view.type.js';

@Resolver(() => SharedView)
export class SharedViewResolver {
  constructor(private readonly views: SharedViewService) {}

  @Query(() => [SharedView], { description: 'The shared views of a page, by name. For operators.' })
  sharedViews(
    @Arg('page', () => SharedViewPageEnum, { description: 'The page.' }) page: SharedViewPage,
    @Ctx() { principal }: GraphContext,
    @Arg('organizationId', () => ID, { nullable: true, description: 'Only views of this lender.' })
    organizationId?: string | null,
  ): Promise<readonly SharedView[]> {
    return this.views.list(principal, page, organizationId);
  }

  @Mutation(() => SharedView, {
    description: 'Saves a view for all operators of a lender. Repeatable; audited. For supervisors.',
  })
  saveSharedView(
    @Arg('organizationId', () => ID, { description: 'The lender.' }) organizationId: string,
    @Arg('input', () => SharedViewInput, { description: 'The view.' }) input: SharedViewInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<SharedView> {
    return this.views.save(principal, organizationId, { ...input });
  }

  @Mutation(() => Boolean, {
    description: 'Removes a shared view; false: there was none. Repeatable; audited. For supervisors.',
  })
  removeSharedView(
    @Arg('id', () => ID, { description: 'The view.' }) id: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<boolean> {
    return this.views.remove(principal, id);
  }
}
