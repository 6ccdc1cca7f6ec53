import { ArgsType, Field, ID, InputType, ObjectType } from 'type-graphql';
import type { AccountNoteKind, PromiseState } from '../../../../core/contract/account-note.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { NoteKind, PromiseStateEnum } from '../../../../core/graphql/account-note-enums.js';
import { REPLAYED } from '../../../../core/graphql/optional-idempotency-key.js';
import { IN_TIME_ZONE, listArguments } from '../../../../core/graphql/organization-and-date-arguments.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { IsoDateScalar, IsoInstantScalar, SafeInt } from '../../../../core/graphql/scalars.js';

@ObjectType({ description: 'What a borrower promised to pay, and what was received.' })
export class PromiseToPay {
  @Field(() => SafeInt, { description: 'The promised amount, in cents.' })
  amountCents!: number;

  @Field(() => IsoDateScalar, { description: 'The day by which it was promised.' })
  promisedOn!: string;

  @Field(() => IsoDateScalar, { description: 'The last day on which a payment counts: the business day of that day.' })
  endsOn!: string;

  @Field(() => SafeInt, { description: 'Payments posted and not reversed, from the note to that day, in cents.' })
  receivedCents!: number;

  @Field(() => PromiseStateEnum, { description: 'Whether it was kept; computed when it is read.' })
  state!: PromiseState;
}

@ObjectType({ description: 'An operator’s note on a loan. Only for operators; never changed.' })
export class AccountNote {
  @Field(() => ID, { description: 'Unique identifier.' })
  id!: string;

  @Field(() => ID, { description: 'The lender.' })
  organizationId!: string;

  @Field(() => ID, { description: 'The loan.' })
  accountId!: string;

  @Field(() => NoteKind, { description: 'What it is about.' })
  kind!: string;

  @Field(() => String, { nullable: true, description: 'The text; null once a borrower of the loan was erased.' })
  text!: string | null;

  @Field(() => String, { description: 'The operator who wrote it.' })
  writtenBy!: string;

  @Field(() => String, { nullable: true, description: 'That operator’s name, if it was known.' })
  writtenByName!: string | null;

  @Field(() => PromiseToPay, { nullable: true, description: 'For a promise to pay; otherwise null.' })
  promise!: PromiseToPay | null;

  @Field(() => IsoInstantScalar, { description: 'When it was written.' })
  createdAt!: string;
}

export const AccountNotePage = pageOf(AccountNote, 'A page of notes.');
export type AccountNotePage = Page<AccountNote>;

@ObjectType({ description: 'A note that was added.' })
export class AddedAccountNote {
  @Field(() => AccountNote, { description: 'The note.' })
  note!: AccountNote;

  @Field(() => Boolean, REPLAYED)
  replayed!: boolean;
}

@InputType({ description: 'A new note. Only a promise to pay has an amount and a day.' })
export class AccountNoteInput {
  @Field(() => NoteKind, { description: 'What it is about.' })
  kind!: AccountNoteKind;

  @Field(() => String, { description: 'The text, at most 2,000 characters, without card numbers.' })
  text!: string;

  @Field(() => SafeInt, { nullable: true, description: 'For a promise to pay: the amount, in cents.' })
  promisedCents?: number | null;

  @Field(() => IsoDateScalar, {
    nullable: true,
    description: 'For a promise to pay: the day by which it was promised, today or at most 366 days ahead.',
  })
  promisedOn?: string | null;
}

@ArgsType()
export class AccountNoteListArguments extends listArguments('day on which it was written') {
  @Field(() => String, { nullable: true, description: IN_TIME_ZONE })
  timeZone?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only notes on this loan.' })
  accountId?: string | null;

  @Field(() => NoteKind, { nullable: true, description: 'Only notes of this kind.' })
  kind?: AccountNoteKind | null;

  @Field(() => String, { nullable: true, description: 'Only notes of this operator.' })
  writtenBy?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only notes whose text contains all these words, in any order; case and accents are ignored.',
  })
  text?: string | null;

  @Field(() => PromiseStateEnum, { nullable: true, description: 'Only promises to pay in this state.' })
  promiseState?: PromiseState | null;
}
