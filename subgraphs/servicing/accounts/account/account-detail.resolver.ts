import { Arg, Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { ReadWithObject } from '../../../../core/graphql/read-with-object.js';
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

/** The fields of the detailed account record, for accounts that were read without it. */
@Resolver(() => Account)
export class AccountDetailResolver {
  constructor(private readonly batches: AccountDetailBatches) {}

  @ReadWithObject()
  @FieldResolver(() => [AccountBorrower], { description: 'The primary borrower comes first.' })
  borrowers(@Root() account: Account, @Ctx() context: GraphContext): Promise<readonly AccountBorrower[]> {
    return this.batches.borrowers(account.id, context);
  }

  @ReadWithObject()
  @FieldResolver(() => AccountContract, { description: 'What was agreed.' })
  contract(@Root() account: Account, @Ctx() context: GraphContext): Promise<AccountContract> {
    return this.#detail(account, context, (detail) => detail);
  }

  @ReadWithObject()
  @FieldResolver(() => IsoDateScalar, { nullable: true, description: 'Due date of the next installment.' })
  nextDueOn(@Root() account: Account, @Ctx() context: GraphContext): Promise<string | null> {
    return this.#detail(account, context, (detail) => detail.nextDueOn);
  }

  @ReadWithObject()
  @FieldResolver(() => SafeInt, { nullable: true, description: 'Amount due on that date, cents.' })
  nextDueCents(@Root() account: Account, @Ctx() context: GraphContext): Promise<number | null> {
    return this.#detail(account, context, (detail) => detail.nextDueCents);
  }

  @ReadWithObject()
  @FieldResolver(() => SafeInt, {
    nullable: true,
    description:
      'Amount that brings the loan current, cents, including unpaid fees; null when the loan system has never reported it.',
  })
  pastDueCents(@Root() account: Account, @Ctx() context: GraphContext): Promise<number | null> {
    return this.#detail(account, context, (detail) => detail.pastDueCents);
  }

  @ReadWithObject()
  @FieldResolver(() => Int, {
    nullable: true,
    description:
      'Days since the oldest unpaid installment was due; 0 when nothing is past due, null when the loan system has never reported it.',
  })
  daysPastDue(@Root() account: Account, @Ctx() context: GraphContext): Promise<number | null> {
    return this.#detail(account, context, (detail) => detail.daysPastDue);
  }

  @ReadWithObject()
  @FieldResolver(() => IsoDateScalar, {
    nullable: true,
    description: 'Business day on which the loan was charged off; null when it was not.',
  })
  chargedOffOn(@Root() account: Account, @Ctx() context: GraphContext): Promise<string | null> {
    return this.#detail(account, context, (detail) => detail.chargedOffOn);
  }

  @ReadWithObject()
  @FieldResolver(() => IsoDateScalar, {
    nullable: true,
    description: 'Business day on which the loan was paid in full; null when it was not.',
  })
  paidOffOn(@Root() account: Account, @Ctx() context: GraphContext): Promise<string | null> {
    return this.#detail(account, context, (detail) => detail.paidOffOn);
  }

  @ReadWithObject()
  @FieldResolver(() => AccountPayoff, {
    nullable: true,
    description: 'Null for a loan that takes no payments, and while its loan system does not answer.',
  })
  payoff(
    @Root() account: Account,
    @Ctx() context: GraphContext,
    @Arg('on', () => IsoDateScalar, {
      nullable: true,
      description: 'The day on which the money would arrive: today (New York) to 30 days ahead. Defaults to now.',
    })
    on?: string | null,
  ): Promise<AccountPayoff | null> {
    if (on !== undefined && on !== null) return this.batches.payoffOn(account.id, on, context);
    return this.#availability(account, context, ({ payoff }) => payoff);
  }

  @ReadWithObject()
  @FieldResolver(() => Boolean, {
    nullable: true,
    description:
      'Whether the loan takes payments now, according to its loan system. When false, recording a payment returns 422 `account_not_payable`. Null while the loan system does not answer.',
  })
  acceptsPayments(@Root() account: Account, @Ctx() context: GraphContext): Promise<boolean | null> {
    return this.#availability(account, context, ({ acceptsPayments }) => acceptsPayments);
  }

  @ReadWithObject()
  @FieldResolver(() => NotPayableReasonEnum, {
    nullable: true,
    description: 'Why the loan takes no payments; null when it takes them, and while its loan system does not answer.',
  })
  notPayableReason(@Root() account: Account, @Ctx() context: GraphContext): Promise<string | null> {
    return this.#availability(account, context, ({ notPayableReason }) => notPayableReason);
  }

  #detail<T>({ id }: Account, context: GraphContext, of: (detail: AccountDetail) => T): Promise<T> {
    return this.batches.detail(id, context).then(of);
  }

  #availability<T>({ id }: Account, context: GraphContext, of: (found: PaymentAvailability) => T): Promise<T> {
    return this.batches.standing(id, context).then(of);
  }
}
