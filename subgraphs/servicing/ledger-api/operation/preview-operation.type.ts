import { Field, InputType, ObjectType } from 'type-graphql';
import { StatusCode } from '../../../../core/graphql/account-status.js';
import { IsoDateScalar, SafeInt } from '../../../../core/graphql/scalars.js';
import type { LedgerStatus } from '../../../../ledger/loan.js';
import type { RefusalReason } from '../../../../ledger/operations/operation-result.js';
import type { LedgerOperationType } from './ledger-operation.row.js';
import { LedgerOperationTypeEnum, WaivedComponentEnum } from './ledger-operation.type.js';

@InputType({ description: 'An operation that is not performed yet. Only the fields of its type are used.' })
export class PreviewLedgerOperationInput {
  @Field(() => LedgerOperationTypeEnum, { description: 'Kind of operation.' })
  type!: LedgerOperationType;

  @Field(() => WaivedComponentEnum, { nullable: true, description: 'For a waiver: the waived component.' })
  component?: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'For a waiver: the amount, cents.' })
  amountCents?: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'For an adjustment: principal, cents.' })
  principalCents?: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'For an adjustment: interest, cents.' })
  interestCents?: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'For an adjustment: fees, cents.' })
  feesCents?: number | null;
}

@ObjectType({ description: 'What a loan in the ledger owes on a business day.' })
export class LedgerLoanPosition {
  @Field(() => StatusCode, { description: 'Status.' })
  statusCode!: LedgerStatus;

  @Field(() => SafeInt, { description: 'Principal owed, cents; after a charge-off, what is left to recover of it.' })
  principalCents!: number;

  @Field(() => SafeInt, { description: 'Interest owed, cents, accrued to the day.' })
  interestCents!: number;

  @Field(() => SafeInt, { description: 'Fees owed, cents.' })
  feesCents!: number;

  @Field(() => SafeInt, { description: 'Past-due amount, cents.' })
  pastDueCents!: number;

  @Field(() => IsoDateScalar, { nullable: true, description: 'When the next installment is due.' })
  nextDueOn!: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'Amount of the next installment, cents.' })
  nextDueCents!: number | null;
}

@ObjectType({ description: 'What an operation would do if it were performed now. Nothing is written.' })
export class LedgerOperationPreview {
  @Field(() => IsoDateScalar, { description: 'The business day on which it would be effective.' })
  asOf!: string;

  @Field(() => LedgerLoanPosition, { description: 'The loan as it is.' })
  before!: LedgerLoanPosition;

  @Field(() => LedgerLoanPosition, {
    nullable: true,
    description: 'The loan after the operation; null if it would be refused.',
  })
  after!: LedgerLoanPosition | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why it would be refused: the `reason` of `servicing_rejected`.',
  })
  refusal!: RefusalReason | null;
}
