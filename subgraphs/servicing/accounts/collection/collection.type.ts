import { Field, ID, ObjectType } from 'type-graphql';
import type { PromiseState } from '../../../../core/contract/account-note.js';
import { COLLECTION_SKIP_REASONS } from '../../../../core/contract/collection-queue.js';
import { NoteKind, PromiseStateEnum } from '../../../../core/graphql/account-note-enums.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { IsoDateScalar, IsoInstantScalar, SafeInt } from '../../../../core/graphql/scalars.js';

export const SkipReason = enumOf(COLLECTION_SKIP_REASONS, {
  name: 'CollectionSkipReason',
  description: 'Why an agent skipped a loan of the collection queue.',
  values: {
    no_answer: 'The call was not answered.',
    wrong_time: 'It is too early or too late to call the borrower.',
    callback_requested: 'The borrower asked to be called later.',
    under_review: 'Another person must review the loan first.',
    other: 'Anything else.',
  },
});

@ObjectType({ description: 'A loan as the collection queue shows it.' })
export class AccountCollection {
  @Field(() => ID, { description: 'The loan.' })
  accountId!: string;

  @Field(() => ID, { description: 'The lender.' })
  organizationId!: string;

  @Field(() => Boolean, {
    description:
      'Whether it is to be collected: open, past due, and without a flag that stops collection contact; computed when it is read.',
  })
  isInQueue!: boolean;

  @Field(() => NoteKind, { nullable: true, description: 'How an operator last contacted the borrower, by the notes.' })
  lastContactKind!: string | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When that was.' })
  lastContactAt!: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'The newest promise to pay: its amount, in cents.' })
  promisedCents!: number | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The day by which it was promised.' })
  promisedOn!: string | null;

  @Field(() => PromiseStateEnum, { nullable: true, description: 'Whether it was kept.' })
  promiseState!: PromiseState | null;

  @Field(() => IsoDateScalar, {
    nullable: true,
    description: 'The day from which it is given out as the next loan again; a past day has no effect.',
  })
  followUpOn!: string | null;

  @Field(() => SkipReason, {
    nullable: true,
    description: 'Why it was skipped; null after the next note of its agent.',
  })
  skipReason!: string | null;

  @Field(() => String, { nullable: true, description: 'The operator to whom a supervisor assigned it.' })
  assignedTo!: string | null;

  @Field(() => String, { nullable: true, description: 'The supervisor who assigned it.' })
  assignedBy!: string | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When it was assigned.' })
  assignedAt!: string | null;

  @Field(() => String, { nullable: true, description: 'The operator who has taken it; null: it is free.' })
  takenBy!: string | null;

  @Field(() => String, { nullable: true, description: 'That operator’s name, if it was known.' })
  takenByName!: string | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When it is free again.' })
  takenUntil!: string | null;

  @Field(() => Boolean, { description: 'Whether the operator who asks has taken it.' })
  isMine!: boolean;
}

@ObjectType({ description: 'An operator to whom a loan can be assigned.' })
export class CollectionAssignee {
  @Field(() => String, { description: 'The subject of the sign-in.' })
  subject!: string;

  @Field(() => String, { description: 'The operator’s name; the subject if there is none.' })
  name!: string;
}
