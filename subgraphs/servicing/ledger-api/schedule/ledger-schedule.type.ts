import { Field, ID, Int, ObjectType } from 'type-graphql';
import { IsoDateScalar, SafeInt } from '../../../../core/graphql/scalars.js';

@ObjectType({ description: 'One installment of a loan, in its current state.' })
export class LedgerInstallment {
  @Field(() => Int, { description: 'Installment number, counted from 1.' })
  number!: number;

  @Field(() => IsoDateScalar, { description: 'Due date.' })
  dueOn!: string;

  @Field(() => SafeInt, {
    description: 'Paid and remaining amount together, cents: the level payment, except for the last installments.',
  })
  amountCents!: number;

  @Field(() => SafeInt, {
    description: 'Amount paid, cents: principal and interest, allocated to the oldest installment first.',
  })
  paidCents!: number;

  @Field(() => SafeInt, {
    description: 'Remaining amount, cents, if everything late is paid now and each later installment when due.',
  })
  unpaidCents!: number;

  @Field(() => Int, { description: 'Days since the due date; 0 when it is paid or not yet late.' })
  daysLate!: number;
}

@ObjectType({ description: 'The schedule of a loan in the ledger.' })
export class LedgerSchedule {
  @Field(() => ID, { description: 'The account.' })
  accountId!: string;

  @Field(() => IsoDateScalar, { description: 'The business day of the schedule.' })
  asOf!: string;

  @Field(() => SafeInt, { description: 'The level payment, cents.' })
  levelPaymentCents!: number;

  @Field(() => SafeInt, { description: 'Unpaid fees, cents; not part of the installments.' })
  feesCents!: number;

  @Field(() => [LedgerInstallment], { description: 'In order, the first installment first.' })
  installments!: readonly LedgerInstallment[];
}
