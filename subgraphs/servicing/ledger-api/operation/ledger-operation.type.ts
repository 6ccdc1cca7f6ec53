import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { WAIVED_COMPONENTS } from '../../../../core/contract/ledger.js';
import { ContractAnswer } from '../../../../core/graphql/contract-answer.type.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { IsoDateScalar, IsoInstantScalar, SafeInt } from '../../../../core/graphql/scalars.js';
import { LEDGER_OPERATION_TYPES, type LedgerOperationType } from './ledger-operation.row.js';

const LedgerOperationTypeEnum = enumOf(LEDGER_OPERATION_TYPES, {
  name: 'LedgerOperationType',
  description: 'What somebody does with a loan of a ledger by hand.',
  values: {
    disbursement: 'The loan was paid out.',
    waiver: 'Interest or fees were forgiven.',
    adjustment: 'What is owed was corrected.',
    charge_off: 'The loan was written off.',
    charge_off_reversal: 'A charge-off was taken back.',
    closing: 'The loan was closed for good.',
  },
});

const WaivedComponentEnum = enumOf(WAIVED_COMPONENTS, {
  name: 'WaivedComponent',
  description: 'What may be forgiven.',
  values: { interest: 'Interest that has accrued.', fees: 'Fees that were charged.' },
});

@ObjectType({ description: 'What somebody did with a loan of a ledger by hand.' })
export class LedgerOperation {
  @Field(() => ID, { description: 'Identifies it, in the audit too.' })
  id!: string;

  @Field(() => LedgerOperationTypeEnum, { description: 'What was done.' })
  type!: LedgerOperationType;

  @Field(() => ID, { description: 'The loan’s account.' })
  accountId!: string;

  @Field(() => IsoDateScalar, { description: 'The business day on which it counts.' })
  effectiveDate!: string;

  @Field(() => SafeInt, { description: 'Cents, as its first transaction tells it; 0 of what moves no money.' })
  amountCents!: number;

  @Field(() => [ID], { description: 'The transactions that it made; the first is its own, others follow from it.' })
  transactionIds!: readonly string[];

  @Field(() => String, { nullable: true, description: 'Why, where it was asked.' })
  reason!: string | null;

  @Field(() => String, { description: 'Who did it: the prefix of a key, or an operator.' })
  recordedBy!: string;

  @Field(() => IsoInstantScalar, { description: 'When it was done.' })
  recordedAt!: string;
}

@ObjectType({ description: 'What became of an operation.' })
export class PerformedLedgerOperation {
  @Field(() => LedgerOperation, { description: 'What was done.' })
  operation!: LedgerOperation;

  @Field(() => Boolean, { description: 'Whether this answers an earlier request with the same key.' })
  replayed!: boolean;

  @Field(() => ContractAnswer, { description: 'The same as REST answers it.' })
  answer!: ContractAnswer;
}

@InputType({ description: 'A waiver to be made.' })
export class LedgerWaiverInput {
  @Field(() => WaivedComponentEnum, { description: 'What is forgiven; principal is charged off, never waived.' })
  component!: string;

  @Field(() => SafeInt, { description: 'How much, cents; not more than is owed of it.' })
  amountCents!: number;

  @Field(() => String, { description: 'Why.' })
  reason!: string;
}

@InputType({ description: 'A correction of what is owed: positive raises it, negative lowers it.' })
export class LedgerAdjustmentInput {
  @Field(() => SafeInt, { nullable: true, description: 'Principal, cents.' })
  principalCents?: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'Interest, cents.' })
  interestCents?: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'Fees, cents.' })
  feesCents?: number | null;

  @Field(() => String, { description: 'Why.' })
  reason!: string;
}
