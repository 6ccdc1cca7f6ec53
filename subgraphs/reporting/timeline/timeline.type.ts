import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { Page } from '../../../core/db/list-cursors-and-limits.js';
import { enumOf } from '../../../core/graphql/enum.js';
import { pageOf } from '../../../core/graphql/page.js';
import { PageArguments, PagedArgs } from '../../../core/graphql/page-arguments.js';
import { IsoDateScalar, IsoInstantScalar, SafeInt } from '../../../core/graphql/scalars.js';

const KINDS = [
  'payment',
  'autopay_run',
  'schedule',
  'lifecycle_event',
  'transaction',
  'dispute',
  'exception',
  'note',
] as const;
const TimelineKind = enumOf(KINDS, {
  name: 'TimelineKind',
  description: 'The kind of a timeline entry, and of the object that its id names.',
  values: {
    payment: 'A payment recorded through this API, with its reversal.',
    autopay_run: 'A due date of an autopay schedule, with its retries; or a one-time charge.',
    schedule: 'The creation of an autopay schedule, with its current status.',
    lifecycle_event: 'A change of the loan’s status.',
    transaction: 'Other transactions of the loan: charges, waivers, corrections, payments received elsewhere.',
    dispute: 'A bank’s dispute of an autopay charge; only for operators.',
    exception: 'A case that needs a person’s decision; only for operators.',
    note: 'An operator’s note; only for operators.',
  },
});

@ObjectType({ description: 'An entry in an account’s history.' })
export class TimelineEntry {
  @Field(() => ID, { description: 'Id of the payment, run, schedule, event, transaction, dispute, exception or note.' })
  id!: string;

  @Field(() => TimelineKind, { description: 'What it is.' })
  kind!: string;

  @Field(() => IsoInstantScalar, {
    nullable: true,
    description: 'When it happened; null if it has no date. Entries are sorted by it.',
  })
  happenedAt!: string | null;

  @Field(() => IsoDateScalar, {
    nullable: true,
    description:
      'The effective business day; for a run that was not posted its due date, for a schedule its start, for a promise its day.',
  })
  effectiveOn!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The type of a transaction, event or exception; the kind of a note; `one_time` for a one-time charge.',
  })
  type!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Its current status; for an event, the loan’s new status; for a promise, whether it was kept.',
  })
  status!: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'Cents; null if there is none or it is unknown.' })
  amountCents!: number | null;

  @Field(() => String, { nullable: true, description: 'Payment method.' })
  paymentMethod!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The reason of a reversal, a failed or refunded run, a correction or a dispute; for an exception its resolution; for a note its text.',
  })
  reason!: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'Reference number of the posting.' })
  referenceNumber!: number | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When it was reversed or refunded.' })
  takenBackAt!: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it was returned for non-sufficient funds.' })
  isNsf!: boolean | null;

  @Field(() => Int, { nullable: true, description: 'For a run: number of charge attempts.' })
  attempts!: number | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'For a run: when the next attempt is due.' })
  nextTryOn!: string | null;

  @Field(() => String, { nullable: true, description: 'Who recorded, created, resolved or wrote it.' })
  actor!: string | null;
}

export const TimelinePage = pageOf(TimelineEntry, 'A page of a timeline.', 'Timeline');
export type TimelinePage = Page<TimelineEntry>;

@PagedArgs()
export class TimelineArguments extends PageArguments {}
