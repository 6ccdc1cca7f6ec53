import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import type { Page } from '../../../core/db/list-cursors-and-limits.js';
import { listArguments } from '../../../core/graphql/organization-and-date-arguments.js';
import { pageOf } from '../../../core/graphql/page.js';
import { IsoDateScalar, IsoInstantScalar, JsonObjectScalar } from '../../../core/graphql/scalars.js';
import type { IsoDate } from '../../../core/time/dates.js';

@ObjectType({ description: 'A case that the system must not decide by itself: an operator looks into it.' })
export class OperatorException {
  @Field(() => ID, { description: 'Its identifier.' })
  id!: string;

  @Field(() => ID, { description: 'The organization that it concerns.' })
  organizationId!: string;

  @Field(() => String, { description: 'What happened, for example `posted_after_failed`.' })
  kind!: string;

  @Field(() => ID, {
    description:
      'Its subject: a payment, reversal, autopay run, correction of a run, or dispute; a campaign’s identifier, as `provider:identifier`; or a loan system’s code.',
  })
  subjectId!: string;

  @Field(() => JsonObjectScalar, { description: 'The facts found.' })
  detail!: object;

  @Field(() => IsoInstantScalar, { description: 'When it was raised.' })
  createdAt!: string;

  @Field(() => IsoInstantScalar, {
    nullable: true,
    description: 'When an operator resolved it; null while it is open.',
  })
  resolvedAt!: string | null;

  @Field(() => String, { nullable: true, description: 'The operator who resolved it.' })
  resolvedBy!: string | null;

  @Field(() => String, { nullable: true, description: 'What the operator did.' })
  resolution!: string | null;

  @Field(() => IsoDateScalar, {
    nullable: true,
    description:
      'An operator has postponed it until this day, where loans are serviced: before that it is in no list of open ones and in no count. From that day on it is shown again, unless it has been settled.',
  })
  waitsUntil!: IsoDate | null;

  @Field(() => String, { nullable: true, description: 'The operator who postponed it.' })
  waitsBy!: string | null;

  @Field(() => String, { nullable: true, description: 'Why the operator waits.' })
  waitReason!: string | null;
}

export const OperatorExceptionPage = pageOf(OperatorException, 'A page of exceptions.');
export type OperatorExceptionPage = Page<OperatorException>;

@ArgsType()
export class OperatorExceptionArguments extends listArguments('day on which it was raised (UTC)') {
  @Field(() => Boolean, {
    nullable: true,
    description: 'Only resolved ones, or only open ones that need a decision now.',
  })
  isResolved?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Only exceptions postponed until a day that has not come, or only the others. Without it, `isResolved: false` leaves postponed ones out.',
  })
  isWaiting?: boolean | null;
}
