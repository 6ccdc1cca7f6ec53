import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import type { Page } from '../../../../core/db/keyset.js';
import { listArguments } from '../../../../core/graphql/list-arguments.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { IsoDateScalar, IsoInstantScalar, SafeInt } from '../../../../core/graphql/scalars.js';
import { LEDGER_ACCOUNTS } from '../../../../ledger/journal.js';

@ObjectType({ description: 'A line of a journal entry: one side of it.' })
export class LedgerEntryLine {
  @Field(() => String, {
    description: `The ledger account: ${LEDGER_ACCOUNTS.map((name) => `\`${name}\``).join(', ')}.`,
  })
  ledgerAccount!: string;

  @Field(() => SafeInt, { description: 'Cents; debit positive, credit negative.' })
  amountCents!: number;
}

@ObjectType({ description: 'An entry of the journal: its lines sum to zero, and it never changes.' })
export class LedgerEntry {
  @Field(() => SafeInt, { description: 'Numbers rise in the order of writing; some may be missing.' })
  referenceNumber!: number;

  @Field(() => ID, { description: 'The organization that it belongs to.' })
  organizationId!: string;

  @Field(() => ID, { nullable: true, description: 'The account whose loan it is about.' })
  accountId!: string | null;

  @Field(() => String, {
    description: 'What was posted: `payment`, `disbursement`, `charge_off`, … More types may be added.',
  })
  type!: string;

  @Field(() => IsoDateScalar, { description: 'The business day on which it counts.' })
  effectiveOn!: string;

  @Field(() => IsoInstantScalar, { description: 'When it was written.' })
  postedAt!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Whoever posted it knows it by this: of a payment, the payment’s id.',
  })
  externalReference!: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'The entry that it takes back.' })
  reversesReference!: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'Of a reallocation: the payment whose split it moves.' })
  reallocatesReference!: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'The reversal that it follows from.' })
  becauseOfReference!: number | null;

  @Field(() => String, { nullable: true, description: 'What was said of it.' })
  memo!: string | null;

  @Field(() => [LedgerEntryLine], { description: 'Its lines, in their order.' })
  lines!: readonly LedgerEntryLine[];
}

export const LedgerEntryPage = pageOf(LedgerEntry, 'A page of journal entries.');
export type LedgerEntryPage = Page<LedgerEntry>;

const DatedEntries = listArguments('business day on which it counts (`effectiveOn`)');

@ArgsType()
export class LedgerEntryListArguments extends DatedEntries {
  @Field(() => ID, { nullable: true, description: 'Entries of this account’s loan only.' })
  accountId?: string | null;

  @Field(() => String, { nullable: true, description: 'Entries of this type only.' })
  type?: string | null;

  @Field(() => String, { nullable: true, description: 'Entries with a line of this ledger account only.' })
  ledgerAccount?: string | null;
}
