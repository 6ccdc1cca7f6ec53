import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { Page } from '../../../core/db/keyset.js';
import { enumOf } from '../../../core/graphql/enum.js';
import { pageOf } from '../../../core/graphql/page.js';
import { PageArguments, PagedArgs } from '../../../core/graphql/page-arguments.js';
import { IsoDateScalar, IsoInstantScalar, SafeInt } from '../../../core/graphql/scalars.js';

const KINDS = ['payment', 'autopay_run', 'schedule', 'lifecycle_event', 'transaction', 'dispute', 'exception'] as const;
const TimelineKind = enumOf(KINDS, {
  name: 'TimelineKind',
  description: 'What an entry of a timeline is, and what its id names.',
  values: {
    payment: 'A payment that was recorded here, with its reversal.',
    autopay_run: 'A date of an autopay schedule, with its retries.',
    schedule: 'An autopay schedule that was made; its status is that of now.',
    lifecycle_event: 'The status of the loan moved.',
    transaction: 'What else is in the loan’s books: charges, waivers, corrections, payments that came in elsewhere.',
    dispute: 'A bank’s dispute of a charge of autopay; told to operators.',
    exception: 'Something that a machine must not decide; told to operators.',
  },
});

@ObjectType({ description: 'Something that happened on an account.' })
export class TimelineEntry {
  @Field(() => ID, { description: 'Of the payment, run, schedule, event, transaction, dispute or exception.' })
  id!: string;

  @Field(() => TimelineKind, { description: 'What it is.' })
  kind!: string;

  @Field(() => IsoInstantScalar, {
    nullable: true,
    description: 'When; null of what has no date. Entries are sorted by it.',
  })
  happenedAt!: string | null;

  @Field(() => IsoDateScalar, {
    nullable: true,
    description:
      'The business day on which it counts; of a run that was not posted the date that it is for, of a schedule its start.',
  })
  effectiveOn!: string | null;

  @Field(() => String, { nullable: true, description: 'Of a transaction, an event or an exception: which type.' })
  type!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Where it stands now; of an event, to which status the loan moved.',
  })
  status!: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'Cents; null where there is none, or it is unknown.' })
  amountCents!: number | null;

  @Field(() => String, { nullable: true, description: 'How it was paid.' })
  paymentMethod!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Why: of a reversal, a run that failed or was taken back, a correction, a dispute; of an exception what was done about it.',
  })
  reason!: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'Reference number of the posting.' })
  referenceNumber!: number | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When it was taken back or given back.' })
  takenBackAt!: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it came back for non-sufficient funds.' })
  isNsf!: boolean | null;

  @Field(() => Int, { nullable: true, description: 'Of a run: how often it was tried to charge.' })
  attempts!: number | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'Of a run: when it is tried again.' })
  nextTryOn!: string | null;

  @Field(() => String, { nullable: true, description: 'Who recorded, made or resolved it.' })
  actor!: string | null;
}

export const TimelinePage = pageOf(TimelineEntry, 'A page of a timeline.', 'Timeline');
export type TimelinePage = Page<TimelineEntry>;

@PagedArgs()
export class TimelineArguments extends PageArguments {}
