import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import type { NestedList } from '../../../../core/graphql/nested-list.js';
import type { ListArguments } from '../../../../core/graphql/organization-and-date-arguments.js';
import { Account } from '../account/account.type.js';
import type { LifecycleEventRow } from './lifecycle-event.reads.store.js';
import { DatedLifecycleEvents, LifecycleEventPage } from './lifecycle-event.type.js';

@Resolver(() => Account)
export class LifecycleEventsOfAccountResolver {
  constructor(private readonly lifecycleEventsOf: NestedList<ListArguments, LifecycleEventRow>) {}

  @FieldResolver(() => LifecycleEventPage, { nullable: true, description: 'Newest first.' })
  lifecycleEvents(
    @Root() { id }: Account,
    @Args(() => DatedLifecycleEvents) request: ListArguments,
    @Ctx() context: GraphContext,
  ): Promise<LifecycleEventPage> {
    return this.lifecycleEventsOf(id, request, context);
  }
}
