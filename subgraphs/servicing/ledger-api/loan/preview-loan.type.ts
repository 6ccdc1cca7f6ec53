import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { IsoDateScalar, SafeInt } from '../../../../core/graphql/scalars.js';
import { LedgerInstallment } from '../schedule/ledger-schedule.type.js';

@InputType({ description: 'The terms of a loan that is not booked yet.' })
export class PreviewLedgerLoanInput {
  @Field(() => ID, { description: 'The organization in whose ledger it would be booked.' })
  organizationId!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The product, in its current version; without it, the built-in terms.',
  })
  productId?: string | null;

  @Field(() => IsoDateScalar, { description: 'Date on which the loan was made: within a year of today.' })
  originatedOn!: string;

  @Field(() => IsoDateScalar, { description: 'Due date of the first installment: after `originatedOn`.' })
  firstDueOn!: string;

  @Field(() => SafeInt, { description: 'Amount lent, cents.' })
  originalPrincipalCents!: number;

  @Field(() => String, { description: 'Percent per year, as text: `18.25`.' })
  annualRate!: string;

  @Field(() => Int, { description: 'Number of monthly installments, 1 to 480.' })
  termMonths!: number;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'Amount of one installment, cents; defaults to the level payment.',
  })
  scheduledPaymentCents?: number | null;
}

@ObjectType({ description: 'The schedule of a loan that is not booked yet. Nothing is written.' })
export class LedgerLoanPreview {
  @Field(() => SafeInt, { description: 'Amount of one installment, cents.' })
  levelPaymentCents!: number;

  @Field(() => IsoDateScalar, {
    description: 'The day on which the loan is assumed to be disbursed: the business day.',
  })
  disbursedOn!: string;

  @Field(() => [LedgerInstallment], { description: 'In order, if each is paid when due.' })
  installments!: readonly LedgerInstallment[];
}
