import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import type { Page } from '../../../../core/db/keyset.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { listArguments } from '../../../../core/graphql/list-arguments.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { IsoDateScalar, IsoInstantScalar, SafeInt } from '../../../../core/graphql/scalars.js';
import type { IsoDate, IsoInstant } from '../../../../core/time/dates.js';
import { COMPLETENESSES, type Completeness } from '../look/result.js';
import { SIDE } from './side.js';

const TieOutCompleteness = enumOf(COMPLETENESSES, {
  name: 'TieOutCompleteness',
  description: 'How much of a day was compared.',
  values: {
    complete: 'All of it.',
    partial: 'All but the loans that their system would not tell.',
    not_compared: 'Nothing: the other side did not answer. That is never the same as equal.',
  },
});

@ObjectType({ description: 'What a business day came to, compared with one other side. Written once, and sealed.' })
export class TieOutDay {
  @Field(() => ID, { description: 'Whose day it is.' })
  organizationId!: string;

  @Field(() => String, { name: 'side', description: SIDE })
  subject!: string;

  @Field(() => IsoDateScalar, { description: 'The business day; it covers the days off before it.' })
  businessDay!: IsoDate;

  @Field(() => IsoDateScalar, { description: 'The first day that it covers.' })
  firstDay!: IsoDate;

  @Field(() => TieOutCompleteness, { description: 'How much of it was compared.' })
  completeness!: Completeness;

  @Field(() => Int, { description: 'Payments, charges or refunds of the day here; of `books` none are counted.' })
  oursCount!: number;

  @Field(() => SafeInt, { description: 'What they come to, cents.' })
  oursCents!: number;

  @Field(() => Int, { description: 'The same over there.' })
  theirsCount!: number;

  @Field(() => SafeInt, { description: 'What those come to, cents.' })
  theirsCents!: number;

  @Field(() => Int, { description: 'Payments without an outcome at the time of the look: they were not compared.' })
  openCount!: number;

  @Field(() => Int, { description: 'Loans that were read over there.' })
  loansRead!: number;

  @Field(() => Int, { description: 'Loans that their system would not tell: they were not compared.' })
  loansUnread!: number;

  @Field(() => Int, { description: 'Differences that the look found, those that were accepted included.' })
  differenceCount!: number;

  @Field(() => Int, {
    description: 'Differences found on this day that ask for a decision now: open, and nobody waits with them.',
  })
  openDifferenceCount!: number;

  @Field(() => IsoInstantScalar, { description: 'When it was looked at.' })
  lookedAt!: IsoInstant;

  @Field(() => Int, { description: 'Its number among the results of its organization, without a gap.' })
  sequence!: number;

  @Field(() => String, {
    name: 'seal',
    description: 'A hash over it and the result before it of its organization; `tributary tie-out verify` checks them.',
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
