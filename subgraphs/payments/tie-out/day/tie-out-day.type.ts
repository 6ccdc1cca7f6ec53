import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { listArguments } from '../../../../core/graphql/organization-and-date-arguments.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { IsoDateScalar, IsoInstantScalar, SafeInt } from '../../../../core/graphql/scalars.js';
import type { IsoDate, IsoInstant } from '../../../../core/time/dates.js';
import { COMPLETENESSES, type Completeness } from '../comparison/seal-and-verify-results.js';
import { SIDE } from './side-filter.js';

const TieOutCompleteness = enumOf(COMPLETENESSES, {
  name: 'TieOutCompleteness',
  description: 'How much of a day was compared.',
  values: {
    complete: 'All of it.',
    partial: 'All except the loans that their system did not return.',
    not_compared: 'Nothing: the other side did not answer. This never counts as equal.',
  },
});

@ObjectType({ description: 'The result of comparing a business day with one other side. Written once and sealed.' })
export class TieOutDay {
  @Field(() => ID, { description: 'Its organization.' })
  organizationId!: string;

  @Field(() => String, { name: 'side', description: SIDE })
  subject!: string;

  @Field(() => IsoDateScalar, { description: 'The business day; it includes the non-business days before it.' })
  businessDay!: IsoDate;

  @Field(() => IsoDateScalar, { description: 'The first day included.' })
  firstDay!: IsoDate;

  @Field(() => TieOutCompleteness, { description: 'How much of it was compared.' })
  completeness!: Completeness;

  @Field(() => Int, {
    description: 'Number of payments, charges or refunds of the day in Tributary; not counted for `books`.',
  })
  oursCount!: number;

  @Field(() => SafeInt, { description: 'Their total in cents.' })
  oursCents!: number;

  @Field(() => Int, { description: 'The same number on the other side.' })
  theirsCount!: number;

  @Field(() => SafeInt, { description: 'Their total in cents on the other side.' })
  theirsCents!: number;

  @Field(() => Int, {
    description: 'Payments without an outcome at the time of the comparison: they were not compared.',
  })
  openCount!: number;

  @Field(() => Int, { description: 'Number of loans read from the other side.' })
  loansRead!: number;

  @Field(() => Int, { description: 'Loans that their system did not return: they were not compared.' })
  loansUnread!: number;

  @Field(() => Int, { description: 'Number of differences found, including accepted ones.' })
  differenceCount!: number;

  @Field(() => Int, {
    description: 'Differences found on this day that need a decision now: open and not postponed.',
  })
  openDifferenceCount!: number;

  @Field(() => IsoInstantScalar, { description: 'When it was compared.' })
  lookedAt!: IsoInstant;

  @Field(() => Int, { description: 'Its sequence number among the results of its organization, without gaps.' })
  sequence!: number;

  @Field(() => String, {
    name: 'seal',
    description: 'A hash over it and the organization’s previous result; `tributary tie-out verify` checks the hashes.',
  })
  hash!: string;
}

export const TieOutDayPage = pageOf(TieOutDay, 'A page of days and sides.');
export type TieOutDayPage = Page<TieOutDay>;

@ArgsType()
export class TieOutDayArguments extends listArguments('business day') {
  @Field(() => String, { nullable: true, description: SIDE })
  side?: string | null;
}
