import { Field, ID, Int, ObjectType } from 'type-graphql';
import { IsoDateScalar, SafeInt } from '../../../../core/graphql/scalars.js';

@ObjectType({ description: 'One installment of a loan, as it stands.' })
export class LedgerInstallment {
  @Field(() => Int, { description: 'Counted from 1.' })
  number!: number;

  @Field(() => IsoDateScalar, { description: 'When it falls due.' })
  dueOn!: string;

  @Field(() => SafeInt, {
    description: 'What was paid of it and what is left of it, cents: the level payment, but for the last ones.',
  })
  amountCents!: number;

  @Field(() => SafeInt, {
    description: 'What was paid of it, cents: principal and interest, the oldest installment first.',
  })
  paidCents!: number;

  @Field(() => SafeInt, {
    description: 'What is left of it, cents, if what is late is paid now and each further one when it falls due.',
  })
  unpaidCents!: number;

  @Field(() => Int, { description: 'Days since it fell due; 0 where it is paid, or may still be paid in time.' })
  daysLate!: number;
}

@ObjectType({ description: 'The schedule of a loan that the ledger keeps.' })
export class LedgerSchedule {
  @Field(() => ID, { description: 'The account.' })
  accountId!: string;

  @Field(() => IsoDateScalar, { description: 'The business day that it stands on.' })
  asOf!: string;

  @Field(() => SafeInt, { description: 'The level payment, cents.' })
  levelPaymentCents!: number;

  @Field(() => SafeInt, { description: 'Unpaid fees, cents: they stand beside the schedule.' })
  feesCents!: number;

  @Field(() => [LedgerInstallment], { description: 'The first one first.' })
  installments!: readonly LedgerInstallment[];
}
