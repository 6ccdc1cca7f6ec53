import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { IsoDateScalar } from '../../../../core/graphql/scalars.js';
import { AccountCollection, CollectionAssignee, SkipReason } from './collection.type.js';
import type { CollectionQueueService } from './collection-queue.service.js';

const LOAN = { description: 'The loan.' };

@Resolver(() => AccountCollection)
export class CollectionResolver {
  constructor(private readonly queue: CollectionQueueService) {}

  @Mutation(() => AccountCollection, {
    nullable: true,
    description:
      'Takes the next loan of the collection queue for the operator who asks, for 30 minutes: those assigned to the operator first, then the longest past due. An operator who has a loan takes that one again. Null: there is none. Audited. For operators, not viewers.',
  })
  takeNextCollectionLoan(
    @Ctx() { principal }: GraphContext,
    @Arg('organizationId', () => ID, { nullable: true, description: 'Only loans of this lender.' })
    organizationId?: string | null,
  ): Promise<AccountCollection | null> {
    return this.queue.takeNext(principal, organizationId);
  }

  @Mutation(() => AccountCollection, {
    description:
      'Takes a loan of the collection queue for 30 minutes; once more begins the time again. Refused if another operator has it. Audited. For operators, not viewers.',
  })
  takeCollectionLoan(
    @Arg('accountId', () => ID, LOAN) accountId: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<AccountCollection> {
    return this.queue.take(principal, accountId);
  }

  @Mutation(() => AccountCollection, {
    description:
      'Gives back a loan that the operator has taken, or skips it with a reason until a day. Repeatable; audited. Refused for a loan to be skipped that another operator has by now. A note by the operator gives the loan back too, until tomorrow or a later follow-up day. For operators, not viewers.',
  })
  releaseCollectionLoan(
    @Arg('accountId', () => ID, LOAN) accountId: string,
    @Ctx() { principal }: GraphContext,
    @Arg('skipReason', () => SkipReason, {
      nullable: true,
      description: 'Why it is skipped; without one it is free at once.',
    })
    skipReason?: string | null,
    @Arg('followUpOn', () => IsoDateScalar, {
      nullable: true,
      description: 'For a loan that is skipped: the day on which it comes back, tomorrow without one.',
    })
    followUpOn?: string | null,
  ): Promise<AccountCollection> {
    return this.queue.release(principal, accountId, { skip_reason: skipReason, follow_up_on: followUpOn });
  }

  @Query(() => [CollectionAssignee], {
    description: 'To whom a loan can be assigned, by name: at most 501. For supervisors.',
  })
  async collectionAssignees(
    @Arg('accountId', () => ID, LOAN) accountId: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<CollectionAssignee[]> {
    return [...(await this.queue.assignees(principal, accountId))];
  }

  @Mutation(() => AccountCollection, {
    description:
      'Assigns a loan to an operator of its lender, who alone gets it from the queue while they work there. Audited. For supervisors.',
  })
  assignCollectionLoan(
    @Arg('accountId', () => ID, LOAN) accountId: string,
    @Ctx() { principal }: GraphContext,
    @Arg('operator', () => String, {
      nullable: true,
      description: 'The operator’s subject, as notes and the audit log show it; null: any agent may take the loan.',
    })
    operator?: string | null,
  ): Promise<AccountCollection> {
    return this.queue.assign(principal, accountId, { operator: operator ?? null });
  }
}
