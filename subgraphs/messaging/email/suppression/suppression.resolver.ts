import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import type { SuppressionService } from './suppression.service.js';
import { Suppression, SuppressionArguments, SuppressionCheck, SuppressionPage } from './suppression.type.js';

@Resolver(() => Suppression)
export class SuppressionResolver {
  constructor(private readonly service: SuppressionService) {}

  @Query(() => SuppressionPage, {
    description: 'Addresses that a workspace must not write to, newest first. An operator needs the role agent.',
  })
  suppressions(
    @Args(() => SuppressionArguments) request: SuppressionArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<SuppressionPage> {
    return this.service.list(principal, request);
  }

  @Query(() => SuppressionCheck, { description: 'Whether a workspace must not write to an address.' })
  isSuppressed(
    @Arg('workspaceId', () => ID, { description: 'The workspace.' }) workspaceId: string,
    @Arg('address', () => String, { description: 'The email address.' }) address: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<SuppressionCheck> {
    return this.service.check(principal, workspaceId, address);
  }

  @Mutation(() => SuppressionCheck, { description: 'Lets a workspace write to an address again; repeatable, audited.' })
  removeSuppression(
    @Arg('workspaceId', () => ID, { description: 'The workspace.' }) workspaceId: string,
    @Arg('address', () => String, { description: 'The email address.' }) address: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<SuppressionCheck> {
    return this.service.remove(principal, workspaceId, address);
  }
}
