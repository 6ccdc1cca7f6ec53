import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import type { Page } from '../../../core/db/keyset.js';
import { listArguments } from '../../../core/graphql/list-arguments.js';
import { pageOf } from '../../../core/graphql/page.js';
import { IsoDateScalar, IsoInstantScalar, JsonObjectScalar } from '../../../core/graphql/scalars.js';
import type { IsoDate } from '../../../core/time/dates.js';

@ObjectType({ description: 'Something that a machine must not decide: an operator looks into it.' })
export class OperatorException {
  @Field(() => ID, { description: 'Identifies it.' })
  id!: string;

  @Field(() => ID, { description: 'The organization whose payment or run it is about.' })
  organizationId!: string;

  @Field(() => String, { description: 'What happened, for example `posted_after_failed`.' })
  kind!: string;

  @Field(() => ID, {
    description:
      'The payment, reversal, autopay run, correction of one, or dispute that it is about; or a campaign’s identifier, as `provider:identifier`.',
  })
  subjectId!: string;

  @Field(() => JsonObjectScalar, { description: 'What was found.' })
  detail!: object;

  @Field(() => IsoInstantScalar, { description: 'When it arose.' })
  createdAt!: string;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When an operator saw to it; null while it is open.' })
  resolvedAt!: string | null;

  @Field(() => String, { nullable: true, description: 'The operator who saw to it.' })
  resolvedBy!: string | null;

  @Field(() => String, { nullable: true, description: 'What the operator did.' })
  resolution!: string | null;

  @Field(() => IsoDateScalar, {
    nullable: true,
    description:
      'An operator waits with it until this day, where loans are serviced: before that it is in no list of open ones, and in no count. From that day on it is back, unless it has settled itself.',
  })
  waitsUntil!: IsoDate | null;

  @Field(() => String, { nullable: true, description: 'The operator who waits, or has waited, with it.' })
  waitsBy!: string | null;

  @Field(() => String, { nullable: true, description: 'Why the operator waits.' })
  waitReason!: string | null;
}

export const OperatorExceptionPage = pageOf(OperatorException, 'A page of exceptions.');
export type OperatorExceptionPage = Page<OperatorException>;

@ArgsType()
export class OperatorExceptionArguments extends listArguments('day on which it arose (UTC)') {
  @Field(() => Boolean, {
    nullable: true,
    description: 'Only those that were seen to, or only the open ones that ask for a decision now.',
  })
  isResolved?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Only those with which an operator waits until a day that has not come, or only the others. Without it `isResolved: false` leaves them out.',
  })
  isWaiting?: boolean | null;
}
