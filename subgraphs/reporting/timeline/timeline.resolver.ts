import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { GraphContext } from '../../../core/graphql/context.js';
import type { NestedList } from '../../../core/graphql/nested-list.js';
import { Account } from '../report/report.resolver.js';
import type { TimelineRow } from './timeline.store.js';
import { TimelineArguments, TimelinePage } from './timeline.type.js';

type TimelineOf = NestedList<TimelineArguments, TimelineRow>;

@Resolver(() => Account)
export class TimelineResolver {
  constructor(private readonly of: TimelineOf) {}

  @FieldResolver(() => TimelinePage, {
    nullable: true,
    description: 'The account’s history, newest first; each payment appears once.',
  })
  timeline(
    @Root() { id }: Account,
    @Args(() => TimelineArguments) request: TimelineArguments,
    @Ctx() context: GraphContext,
  ): Promise<TimelinePage> {
    return this.of(id, request, context);
  }
}
