import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { listArguments } from '../../../../core/graphql/organization-and-date-arguments.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { IsoDateScalar, IsoInstantScalar, SafeInt } from '../../../../core/graphql/scalars.js';
import { LEDGER_ACCOUNTS } from '../../../../ledger/journal.js';

@ObjectType({ description: 'One line of a journal entry.' })
export class LedgerEntryLine {
  @Field(() => String, {
    description: `The ledger account: ${LEDGER_ACCOUNTS.map((name) => `\`${name}\``).join(', ')}.`,
  })
  ledgerAccount!: string;

  @Field(() => SafeInt, { description: 'Cents; debit positive, credit negative.' })
  amountCents!: number;
}

@ObjectType({ description: 'A journal entry. Its lines sum to zero, and it never changes.' })
export class LedgerEntry {
  @Field(() => SafeInt, { description: 'Numbers rise in the order of writing, possibly with gaps.' })
  referenceNumber!: number;

  @Field(() => ID, { description: 'The organization that owns the loan.' })
  organizationId!: string;

  @Field(() => ID, { nullable: true, description: 'The account of the loan.' })
  accountId!: string | null;

  @Field(() => String, {
    description: 'Type of posting: `payment`, `disbursement`, `charge_off`, … More types may be added.',
  })
  type!: string;

  @Field(() => IsoDateScalar, { description: 'The effective business day.' })
  effectiveOn!: string;

  @Field(() => IsoInstantScalar, { description: 'When it was written.' })
  postedAt!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Reference of the poster; for a payment, the payment’s id.',
  })
  externalReference!: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'The entry that this one reverses.' })
  reversesReference!: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'For a reallocation: the payment whose allocation changed.' })
  reallocatesReference!: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'The reversal that caused this entry.' })
  becauseOfReference!: number | null;

  @Field(() => String, { nullable: true, description: 'Note on the entry.' })
  memo!: string | null;

  @Field(() => [LedgerEntryLine], { description: 'The lines, in order.' })
  lines!: readonly LedgerEntryLine[];
}

export const LedgerEntryPage = pageOf(LedgerEntry, 'A page of journal entries.');
export type LedgerEntryPage = Page<LedgerEntry>;

const DatedEntries = listArguments('effective business day (`effectiveOn`)');

@ArgsType()
export class LedgerEntryListArguments extends DatedEntries {
  @Field(() => ID, { nullable: true, description: 'Only entries for this account’s loan.' })
  accountId?: string | null;

  @Field(() => String, { nullable: true, description: 'Only entries of this type.' })
  type?: string | null;

  @Field(() => String, { nullable: true, description: 'Only entries with a line for this ledger account.' })
  ledgerAccount?: string | null;
}
