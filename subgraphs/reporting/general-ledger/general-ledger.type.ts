import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { IsoDateScalar, SafeInt } from '../../../core/graphql/scalars.js';

@ArgsType()
export class GeneralLedgerArguments {
  @Field(() => ID, { nullable: true, description: 'One organization in scope; default: all.' })
  organizationId?: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The first business day, inclusive.' })
  from?: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The last business day, inclusive.' })
  to?: string | null;

  @Field(() => String, { nullable: true, description: 'Only entries of this type.' })
  type?: string | null;
}

@ObjectType({ description: 'The totals of one ledger account.' })
export class GeneralLedgerTotal {
  @Field(() => String, { description: 'The ledger account.' })
  ledgerAccount!: string;

  @Field(() => SafeInt, { description: 'The sum of its debits, cents; positive.' })
  debitCents!: number;

  @Field(() => SafeInt, { description: 'The sum of its credits, cents; positive.' })
  creditCents!: number;

  @Field(() => SafeInt, { description: 'Debits less credits, cents.' })
  netCents!: number;

  @Field(() => Int, { description: 'The number of journal lines that were added.' })
  lines!: number;
}

@ObjectType({ description: 'The general ledger of a range of business days.' })
export class GeneralLedger {
  @Field(() => [GeneralLedgerTotal], {
    description: 'The ledger accounts with postings in the range; their net amounts sum to zero.',
  })
  items!: readonly GeneralLedgerTotal[];
}
