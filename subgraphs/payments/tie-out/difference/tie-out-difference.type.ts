import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { listArguments } from '../../../../core/graphql/organization-and-date-arguments.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { IsoDateScalar, JsonObjectScalar } from '../../../../core/graphql/scalars.js';
import type { IsoDate } from '../../../../core/time/dates.js';
import { SIDE } from '../day/side-filter.js';
import { DIFFERENCE_STATUSES, type DifferenceStatus } from './difference-status.js';

export const TieOutDifferenceStatus = enumOf(DIFFERENCE_STATUSES, {
  name: 'TieOutDifferenceStatus',
  description: 'Status of a difference.',
  values: {
    open: 'It needs a decision now.',
    waiting: 'An operator has postponed it to a day that has not come.',
    accepted: 'An operator has resolved it; it opens again if its facts change.',
    gone: 'A later comparison did not find it again.',
  },
});

@ObjectType({ description: 'A difference between the two sides. Its identifier is its exception’s.' })
export class TieOutDifference {
  @Field(() => ID, { description: 'Its identifier, the same as its exception’s.' })
  id!: string;

  @Field(() => ID, { description: 'Its organization.' })
  organizationId!: string;

  @Field(() => String, { name: 'side', description: SIDE })
  subject!: string;

  @Field(() => String, { description: 'The kind of difference, for example `posting_missing`.' })
  kind!: string;

  @Field(() => String, { description: 'Its subject: a reference of Tributary, or an identifier of the other side.' })
  reference!: string;

  @Field(() => JsonObjectScalar, { nullable: true, description: 'The facts in Tributary; null: it has nothing.' })
  ours!: object | null;

  @Field(() => JsonObjectScalar, {
    nullable: true,
    description: 'The facts on the other side; null: it has nothing.',
  })
  theirs!: object | null;

  @Field(() => IsoDateScalar, { description: 'The first business day whose comparison found it.' })
  firstDay!: IsoDate;

  @Field(() => IsoDateScalar, { description: 'The last business day whose comparison found it.' })
  lastDay!: IsoDate;

  @Field(() => TieOutDifferenceStatus, { description: 'Its status.' })
  status!: DifferenceStatus;

  @Field(() => String, {
    description: 'Version of the facts as last found; an action must name the version it is based on.',
  })
  factsVersion!: string;

  accountId!: string | null;
}

export const TieOutDifferencePage = pageOf(TieOutDifference, 'A page of differences.');
export type TieOutDifferencePage = Page<TieOutDifference>;

@ArgsType()
export class TieOutDifferenceArguments extends listArguments('day on which it was first found (UTC)') {
  @Field(() => [String], { nullable: true, description: 'Only differences of these kinds.' })
  kinds?: string[] | null;

  @Field(() => [TieOutDifferenceStatus], {
    nullable: true,
    description: 'Only differences with any of these statuses.',
  })
  statuses?: DifferenceStatus[] | null;

  @Field(() => String, { nullable: true, description: SIDE })
  side?: string | null;

  @Field(() => IsoDateScalar, {
    nullable: true,
    description: 'Only differences that the comparison of this business day found.',
  })
  businessDay?: string | null;
}
