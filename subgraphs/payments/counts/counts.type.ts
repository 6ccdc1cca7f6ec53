import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { UNKNOWN_OUTCOME_KINDS, type UnknownOutcomeKind } from '../../../core/contract/unknown-outcome-kinds.js';
import { enumOf } from '../../../core/graphql/enum.js';
import { IN_TIME_ZONE } from '../../../core/graphql/organization-and-date-arguments.js';
import { IsoDateScalar, IsoInstantScalar, SafeInt } from '../../../core/graphql/scalars.js';
import { AutopayRunStatus } from '../autopay/schedule/run-status.enum.js';
import { PaymentStatus } from '../collected/payment/collected-payment.type.js';
import { MOST_COUNTED } from './counts-by-status.reads.store.js';
import { MOST_UNKNOWN } from './unknown-outcomes.reads.store.js';

const ABOUT_EXACT = `Whether every row was counted: at most the newest ${MOST_COUNTED.toLocaleString('en')} of each lender and status are.`;

@ArgsType()
class CountArguments {
  @Field(() => ID, { nullable: true, description: 'One organization in scope; without it all of them.' })
  organizationId?: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The first day of creation (UTC), as in the list.' })
  from?: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The last day of creation (UTC), as in the list.' })
  to?: string | null;

  @Field(() => String, { nullable: true, description: IN_TIME_ZONE })
  timeZone?: string | null;
}

@ArgsType()
export class PaymentCountArguments extends CountArguments {
  @Field(() => [PaymentStatus], { nullable: true, description: 'Only these statuses; without it every status.' })
  statuses?: string[] | null;
}

@ArgsType()
export class AutopayRunCountArguments extends CountArguments {
  @Field(() => [AutopayRunStatus], {
    nullable: true,
    description: 'Only these statuses; without it every status.',
  })
  statuses?: string[] | null;
}

@ObjectType({ description: 'Number and total of the payments with one status.' })
export class PaymentCount {
  @Field(() => PaymentStatus, { description: 'The status.' })
  status!: string;

  @Field(() => Int, { description: 'Number of payments.' })
  payments!: number;

  @Field(() => SafeInt, { description: 'Their total in cents.' })
  amountCents!: number;

  @Field(() => Boolean, { description: ABOUT_EXACT })
  isExact!: boolean;
}

@ObjectType({ description: 'Number and total of the autopay runs with one status.' })
export class AutopayRunCount {
  @Field(() => AutopayRunStatus, { description: 'The status.' })
  status!: string;

  @Field(() => Int, { description: 'Number of runs.' })
  runs!: number;

  @Field(() => SafeInt, { description: 'Their total in cents; a run without an amount counts as 0.' })
  amountCents!: number;

  @Field(() => Boolean, { description: ABOUT_EXACT })
  isExact!: boolean;
}

@ArgsType()
export class ExceptionCountArguments {
  @Field(() => ID, { nullable: true, description: 'One organization in scope; without it all of them.' })
  organizationId?: string | null;
}

@ObjectType({ description: 'Number of open exceptions of one kind.' })
export class OperatorExceptionCount {
  @Field(() => String, { description: 'What happened, for example `posted_after_failed`.' })
  kind!: string;

  @Field(() => Int, { description: 'Number of open exceptions that need a decision now; always complete.' })
  open!: number;

  @Field(() => IsoInstantScalar, { description: 'When the oldest of them was raised.' })
  oldestAt!: string;
}

const UnknownOutcomeKindEnum = enumOf(UNKNOWN_OUTCOME_KINDS, {
  name: 'UnknownOutcomeKind',
  description: 'What can have an unknown outcome.',
  values: {
    payment: 'A payment that was sent to the loan system.',
    reversal: 'A reversal that was sent to the loan system.',
    autopay_run: 'An autopay run that is being charged, posted or refunded.',
  },
});

@ObjectType({ description: 'How many objects of one kind have an outcome that is not known yet.' })
export class UnknownOutcomeCount {
  @Field(() => UnknownOutcomeKindEnum, { description: 'What they are.' })
  kind!: UnknownOutcomeKind;

  @Field(() => Int, { description: 'How many were counted.' })
  open!: number;

  @Field(() => IsoInstantScalar, {
    nullable: true,
    description: 'When the oldest of them was created; null if there is none, or not all were counted.',
  })
  oldestAt!: string | null;

  @Field(() => Boolean, {
    description: `Whether all were counted: at most ${MOST_UNKNOWN.toLocaleString('en')} of each lender are.`,
  })
  isExact!: boolean;
}
