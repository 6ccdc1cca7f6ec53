import { ArgsType, Field, ID, InputType, ObjectType } from 'type-graphql';
import { WAIVED_COMPONENTS } from '../../../../core/contract/ledger-request-bodies.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { IsoDateScalar, IsoInstantScalar, SafeInt } from '../../../../core/graphql/scalars.js';
import { ContractAnswer } from '../../../../core/graphql/written-rest-answer.type.js';
import { LEDGER_OPERATION_TYPES, type LedgerOperationType } from './ledger-operation.row.js';

export const LedgerOperationTypeEnum = enumOf(LEDGER_OPERATION_TYPES, {
  name: 'LedgerOperationType',
  description: 'A manual operation on a loan of a ledger.',
  values: {
    disbursement: 'The loan was disbursed.',
    waiver: 'Interest or fees were waived.',
    adjustment: 'The balance owed was adjusted.',
    charge_off: 'The loan was charged off.',
    charge_off_reversal: 'A charge-off was reversed.',
    closing: 'The loan was closed permanently.',
  },
});

export const WaivedComponentEnum = enumOf(WAIVED_COMPONENTS, {
  name: 'WaivedComponent',
  description: 'Component that can be waived.',
  values: { interest: 'Accrued interest.', fees: 'Fees that were charged.' },
});

@ObjectType({ description: 'A manual operation on a loan of a ledger.' })
export class LedgerOperation {
  @Field(() => ID, { description: 'Unique identifier, also used in the audit log.' })
  id!: string;

  @Field(() => LedgerOperationTypeEnum, { description: 'Kind of operation.' })
  type!: LedgerOperationType;

  @Field(() => ID, { description: 'The loan’s account.' })
  accountId!: string;

  @Field(() => IsoDateScalar, { description: 'The effective business day.' })
  effectiveDate!: string;

  @Field(() => SafeInt, {
    description: 'Amount of its first transaction, cents; 0 for an operation that moves no money.',
  })
  amountCents!: number;

  @Field(() => [ID], { description: 'The transactions it created: first its own, then those that follow from it.' })
  transactionIds!: readonly string[];

  @Field(() => String, { nullable: true, description: 'The reason, if one was required.' })
  reason!: string | null;

  @Field(() => String, { description: 'Who performed it: the prefix of a key, or an operator.' })
  recordedBy!: string;

  @Field(() => IsoInstantScalar, { description: 'When it was performed.' })
  recordedAt!: string;
}

@ObjectType({ description: 'Result of an operation.' })
export class PerformedLedgerOperation {
  @Field(() => LedgerOperation, { description: 'The operation.' })
  operation!: LedgerOperation;

  @Field(() => Boolean, { description: 'Whether this is the response to an earlier request with the same key.' })
  replayed!: boolean;

  @Field(() => ContractAnswer, { description: 'The response body as returned over REST.' })
  answer!: ContractAnswer;
}

@InputType({ description: 'A new waiver.' })
export class LedgerWaiverInput {
  @Field(() => WaivedComponentEnum, {
    description: 'The waived component. Principal cannot be waived, only charged off.',
  })
  component!: string;

  @Field(() => SafeInt, { description: 'Amount, cents; at most the amount owed of this component.' })
  amountCents!: number;

  @Field(() => String, { description: 'Why.' })
  reason!: string;
}

@InputType({ description: 'An adjustment of the balance owed: a positive amount raises it, a negative one lowers it.' })
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

@ArgsType()
export class LedgerOperationArguments {
  @Field(() => String, {
    description: 'A new key for each write. To repeat a write, send the same key with the same body.',
  })
  idempotencyKey!: string;

  @Field(() => ID, { description: 'The loan’s account.' })
  accountId!: string;
}
