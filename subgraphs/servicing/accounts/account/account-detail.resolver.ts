import { Arg, Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { IsoDateScalar, SafeInt } from '../../../../core/graphql/scalars.js';
import { Account } from './account.type.js';
import type { AccountDetail, PaymentAvailability } from './account-detail.service.js';
import { AccountBorrower, AccountContract, AccountPayoff, NotPayableReasonEnum } from './account-detail.type.js';

/** By account id, in batches: lists that do not ask for details do not read them. */
export interface AccountDetailBatches {
  readonly detail: (id: string, context: GraphContext) => Promise<AccountDetail>;
  readonly standing: (id: string, context: GraphContext) => Promise<PaymentAvailability>;
  /** For one account: calls its loan system. */
  readonly payoffOn: (id: string, on: string, context: GraphContext) => Promise<AccountPayoff | null>;
  readonly borrowers: (id: string, context: GraphContext) => Promise<readonly AccountBorrower[]>;
}

/** The fields of the detailed account record. */
@Resolver(() => Account)
export class AccountDetailResolver {
  constructor(private readonly batches: AccountDetailBatches) {}

  @FieldResolver(() => [AccountBorrower], { description: 'The primary borrower comes first.' })
  borrowers(@Root() { id }: Account, @Ctx() context: GraphContext): Promise<readonly AccountBorrower[]> {
    return this.batches.borrowers(id, context);
  }

  @FieldResolver(() => AccountContract, { description: 'What was agreed.' })
  contract(@Root() account: Account, @Ctx() context: GraphContext): Known<AccountContract> {
    return this.#detail(account, context, (detail) => detail);
  }

  @FieldResolver(() => IsoDateScalar, { nullable: true, description: 'Due date of the next installment.' })
  nextDueOn(@Root() account: Account, @Ctx() context: GraphContext): Known<string | null> {
    return this.#detail(account, context, (detail) => detail.nextDueOn);
  }

  @FieldResolver(() => SafeInt, { nullable: true, description: 'Amount due on that date, cents.' })
  nextDueCents(@Root() account: Account, @Ctx() context: GraphContext): Known<number | null> {
    return this.#detail(account, context, (detail) => detail.nextDueCents);
  }

  @FieldResolver(() => SafeInt, {
    nullable: true,
    description:
      'Amount that brings the loan current, cents, including unpaid fees; null when the loan system has never reported it.',
  })
  pastDueCents(@Root() account: Account, @Ctx() context: GraphContext): Known<number | null> {
    return this.#detail(account, context, (detail) => detail.pastDueCents);
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description:
      'Days since the oldest unpaid installment was due; 0 when nothing is past due, null when the loan system has never reported it.',
  })
  daysPastDue(@Root() account: Account, @Ctx() context: GraphContext): Known<number | null> {
    return this.#detail(account, context, (detail) => detail.daysPastDue);
  }

  @FieldResolver(() => IsoDateScalar, {
    nullable: true,
    description: 'Business day on which the loan was charged off; null when it was not.',
  })
  chargedOffOn(@Root() account: Account, @Ctx() context: GraphContext): Known<string | null> {
    return this.#detail(account, context, (detail) => detail.chargedOffOn);
  }

  @FieldResolver(() => IsoDateScalar, {
    nullable: true,
    description: 'Business day on which the loan was paid in full; null when it was not.',
  })
  paidOffOn(@Root() account: Account, @Ctx() context: GraphContext): Known<string | null> {
    return this.#detail(account, context, (detail) => detail.paidOffOn);
  }

  @FieldResolver(() => AccountPayoff, {
    nullable: true,
    description: 'Null for a loan that takes no payments, and while its loan system does not answer.',
  })
  async payoff(
    @Root() { id }: Account,
    @Ctx() context: GraphContext,
    @Arg('on', () => IsoDateScalar, {
      nullable: true,
      description: 'The day on which the money would arrive: today (New York) to 30 days ahead. Defaults to now.',
    })
    on?: string | null,
  ): Promise<AccountPayoff | null> {
    if (on !== undefined && on !== null) return this.batches.payoffOn(id, on, context);
    return (await this.batches.standing(id, context)).payoff;
  }

  @FieldResolver(() => Boolean, {
    nullable: true,
    description:
      'Whether the loan takes payments now, according to its loan system. When false, recording a payment returns 422 `account_not_payable`. Null while the loan system does not answer.',
  })
  async acceptsPayments(@Root() { id }: Account, @Ctx() context: GraphContext): Promise<boolean | null> {
    return (await this.batches.standing(id, context)).acceptsPayments;
  }

  @FieldResolver(() => NotPayableReasonEnum, {
    nullable: true,
    description: 'Why the loan takes no payments; null when it takes them, and while its loan system does not answer.',
  })
  async notPayableReason(@Root() { id }: Account, @Ctx() context: GraphContext): Promise<string | null> {
    return (await this.batches.standing(id, context)).notPayableReason;
  }

  /** The details that were read with the account, or else those of the batch. */
  #detail<T>(account: Account, context: GraphContext, of: (detail: AccountDetail) => T): Known<T> {
    return isDetailed(account) ? of(account) : this.batches.detail(account.id, context).then(of);
  }
}

/** Without a promise when it is known already: an account has many such fields. */
type Known<T> = T | Promise<T>;

function isDetailed(account: Account): account is Account & AccountDetail {
  return 'daysPastDue' in account;
}
