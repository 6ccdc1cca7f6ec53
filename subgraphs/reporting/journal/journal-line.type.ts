import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import type { Page } from '../../../core/db/list-cursors-and-limits.js';
import { listArguments } from '../../../core/graphql/organization-and-date-arguments.js';
import { pageOf } from '../../../core/graphql/page.js';
import { IsoDateScalar, IsoInstantScalar, SafeInt } from '../../../core/graphql/scalars.js';
import type { JournalLineRow } from './journal-lines.store.js';

@ObjectType({ description: 'One line of the ledger’s journal, with the entry that it belongs to.' })
export class JournalLine {
  @Field(() => SafeInt, { description: 'The entry’s reference number.' })
  referenceNumber!: number;

  @Field(() => Int, { description: 'Its position in the entry.' })
  lineNumber!: number;

  @Field(() => ID, { description: 'The organization that owns the loan.' })
  organizationId!: string;

  @Field(() => String, { description: 'Type of the entry.' })
  type!: string;

  @Field(() => IsoDateScalar, { description: 'The effective business day.' })
  effectiveOn!: string;

  @Field(() => IsoInstantScalar, { description: 'When the entry was written.' })
  postedAt!: string;

  @Field(() => String, { description: 'The ledger account.' })
  ledgerAccount!: string;

  @Field(() => SafeInt, { description: 'Cents; debit positive, credit negative.' })
  amountCents!: number;

  @Field(() => SafeInt, { nullable: true, description: 'The entry that its entry reverses.' })
  reversesReference!: number | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The effective business day of that entry.' })
  reversesEffectiveOn!: string | null;
}

export const JournalLinePage = pageOf(JournalLine, 'A page of journal lines.');
export type JournalLinePage = Page<JournalLineRow>;

const DatedLines = listArguments('effective business day');

@ArgsType()
export class JournalLineArguments extends DatedLines {
  @Field(() => String, { nullable: true, description: 'Only lines of entries of this type.' })
  type?: string | null;

  @Field(() => String, { nullable: true, description: 'Only lines on this ledger account.' })
  ledgerAccount?: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'Only lines of this entry.' })
  referenceNumber?: number | null;
}
