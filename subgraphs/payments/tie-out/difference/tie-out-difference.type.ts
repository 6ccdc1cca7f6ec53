import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import type { Page } from '../../../../core/db/keyset.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { listArguments } from '../../../../core/graphql/list-arguments.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { IsoDateScalar, JsonObjectScalar } from '../../../../core/graphql/scalars.js';
import type { IsoDate } from '../../../../core/time/dates.js';
import { SIDE } from '../day/side.js';
import { DIFFERENCE_STATUSES, type DifferenceStatus } from './difference-status.js';

export const TieOutDifferenceStatus = enumOf(DIFFERENCE_STATUSES, {
  name: 'TieOutDifferenceStatus',
  description: 'How a difference stands.',
  values: {
    open: 'It asks for a decision now.',
    waiting: 'An operator waits with it until a day that has not come.',
    accepted: 'An operator has resolved it; it is open again once its facts are others.',
    gone: 'A later look did not find it again.',
  },
});

@ObjectType({ description: 'Something on which the two sides differ. Its identifier is its exception’s.' })
export class TieOutDifference {
  @Field(() => ID, { description: 'Identifies it; the exception has the same.' })
  id!: string;

  @Field(() => ID, { description: 'Whose it is.' })
  organizationId!: string;

  @Field(() => String, { name: 'side', description: SIDE })
  subject!: string;

  @Field(() => String, { description: 'What differs, for example `posting_missing`.' })
  kind!: string;

  @Field(() => String, { description: 'What it is about: a reference of ours, or an identifier over there.' })
  reference!: string;

  @Field(() => JsonObjectScalar, { nullable: true, description: 'The facts here; null: there is nothing here.' })
  ours!: object | null;

  @Field(() => JsonObjectScalar, {
    nullable: true,
    description: 'The facts over there; null: there is nothing over there.',
  })
  theirs!: object | null;

  @Field(() => IsoDateScalar, { description: 'The business day that found it first.' })
  firstDay!: IsoDate;

  @Field(() => IsoDateScalar, { description: 'The last one that found it.' })
  lastDay!: IsoDate;

  @Field(() => TieOutDifferenceStatus, { description: 'How it stands.' })
  status!: DifferenceStatus;

  @Field(() => String, { description: 'Names the facts as the last look found them; who acts says which it has seen.' })
  factsVersion!: string;

  accountId!: string | null;
}

export const TieOutDifferencePage = pageOf(TieOutDifference, 'A page of differences.');
export type TieOutDifferencePage = Page<TieOutDifference>;

@ArgsType()
export class TieOutDifferenceArguments extends listArguments('day on which it was first found (UTC)') {
  @Field(() => [String], { nullable: true, description: 'Of these kinds.' })
  kinds?: string[] | null;

  @Field(() => [TieOutDifferenceStatus], { nullable: true, description: 'Those that stand so.' })
  statuses?: DifferenceStatus[] | null;

  @Field(() => String, { nullable: true, description: SIDE })
  side?: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'Those that this business day found.' })
  businessDay?: string | null;
}
