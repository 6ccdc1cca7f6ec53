import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { IsoDateScalar, IsoInstantScalar, SafeInt } from '../../../core/graphql/scalars.js';
import { AutopayRunStatus } from '../autopay/schedule/run-status.enum.js';
import { PaymentStatus } from '../collected/payment/collected-payment.type.js';
import { MOST_COUNTED } from './counts.store.js';

const ABOUT_EXACT = `Whether that is all of them: of each lender and status the newest ${MOST_COUNTED.toLocaleString('en')} are counted at most.`;

@ArgsType()
class CountArguments {
  @Field(() => ID, { nullable: true, description: 'One organization of the allowlist; without it all of them.' })
  organizationId?: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The first day of creation (UTC), as of the list.' })
  from?: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The last day of creation (UTC), as of the list.' })
  to?: string | null;
}

@ArgsType()
export class PaymentCountArguments extends CountArguments {
  @Field(() => [PaymentStatus], { nullable: true, description: 'Only these statuses are told; without it every one.' })
  statuses?: string[] | null;
}

@ArgsType()
export class AutopayRunCountArguments extends CountArguments {
  @Field(() => [AutopayRunStatus], {
    nullable: true,
    description: 'Only these statuses are told; without it every one.',
  })
  statuses?: string[] | null;
}

@ObjectType({ description: 'How many payments stand somewhere, and what they come to.' })
export class PaymentCount {
  @Field(() => PaymentStatus, { description: 'Where they stand.' })
  status!: string;

  @Field(() => Int, { description: 'How many.' })
  payments!: number;

  @Field(() => SafeInt, { description: 'What they come to, cents.' })
  amountCents!: number;

  @Field(() => Boolean, { description: ABOUT_EXACT })
  isExact!: boolean;
}

@ObjectType({ description: 'How many autopay runs have come so far, and what they come to.' })
export class AutopayRunCount {
  @Field(() => AutopayRunStatus, { description: 'How far they have come.' })
  status!: string;

  @Field(() => Int, { description: 'How many.' })
  runs!: number;

  @Field(() => SafeInt, { description: 'What they come to, cents; one without an amount counts as 0.' })
  amountCents!: number;

  @Field(() => Boolean, { description: ABOUT_EXACT })
  isExact!: boolean;
}

@ArgsType()
export class ExceptionCountArguments {
  @Field(() => ID, { nullable: true, description: 'One organization of the allowlist; without it all of them.' })
  organizationId?: string | null;
}

@ObjectType({ description: 'How many exceptions of one kind are open.' })
export class OperatorExceptionCount {
  @Field(() => String, { description: 'What happened, for example `posted_after_failed`.' })
  kind!: string;

  @Field(() => Int, { description: 'How many are open and ask for a decision now: all of them.' })
  open!: number;

  @Field(() => IsoInstantScalar, { description: 'When the oldest of them arose.' })
  oldestAt!: string;
}
