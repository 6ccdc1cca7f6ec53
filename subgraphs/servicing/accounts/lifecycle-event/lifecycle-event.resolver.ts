import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { Account } from '../account/account.type.js';
import type { LifecycleEventService } from './lifecycle-event.service.js';
import { LifecycleEvent, LifecycleEventListArguments, LifecycleEventPage } from './lifecycle-event.type.js';

@Resolver(() => LifecycleEvent)
export class LifecycleEventResolver {
  constructor(
    private readonly events: LifecycleEventService,
    private readonly accountOf: (id: string, context: GraphContext) => Promise<Account>,
  ) {}

  @Query(() => LifecycleEventPage, { description: 'Status changes of an account, newest first.' })
  lifecycleEvents(
    @Args(() => LifecycleEventListArguments) request: LifecycleEventListArguments,
    @Ctx() context: GraphContext,
  ): Promise<LifecycleEventPage> {
    return this.events.list(context.principal, request);
  }

  @FieldResolver(() => Account, { nullable: true, description: 'The account whose status changed.' })
  account(@Root() event: LifecycleEvent, @Ctx() context: GraphContext): Promise<Account> {
    return this.accountOf(event.accountId, context);
  }
}
