import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { TEST_CLOCK_STATUSES, type TestClockStatus } from '../../../../core/contract/test-clock.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { IsoDateScalar, IsoInstantScalar } from '../../../../core/graphql/scalars.js';
import { ContractAnswer } from '../../../../core/graphql/written-rest-answer.type.js';

const StatusEnum = enumOf(TEST_CLOCK_STATUSES, {
  name: 'TestClockStatus',
  description: 'State of the clock.',
  values: {
    resting: 'No advance is running: days pass in real time.',
    advancing: 'An advance is running; until it ends, writes for the organization return 409 `test_clock_advancing`.',
  },
});

@ObjectType({ description: 'The business clock of a sandbox organization, and its latest advance.' })
export class TestClock {
  @Field(() => ID, { description: 'The organization of the clock.' })
  organizationId!: string;

  @Field(() => StatusEnum, { description: 'State of the clock.' })
  status!: TestClockStatus;

  @Field(() => IsoDateScalar, {
    description: 'Today’s date in the servicing time zone, by this clock; during an advance, the day it has reached.',
  })
  at!: string;

  @Field(() => IsoDateScalar, {
    nullable: true,
    description: 'The day on which the latest advance began; null before the first.',
  })
  from!: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The target day.' })
  to!: string | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When it began, in real time.' })
  startedAt!: string | null;

  @Field(() => IsoInstantScalar, {
    nullable: true,
    description: 'When it ended, in real time; null while it is running.',
  })
  finishedAt!: string | null;

  @Field(() => String, { nullable: true, description: 'Why it ended before its target day; null if it did not.' })
  error!: string | null;
}

@InputType({ description: 'How far to move a clock: `to`, or `days`.' })
export class AdvanceTestClockInput {
  @Field(() => ID, { nullable: true, description: 'Required for a caller with several organizations.' })
  organizationId?: string | null;

  @Field(() => IsoDateScalar, {
    nullable: true,
    description: 'The target day: in the future, at most 731 days ahead.',
  })
  to?: string | null;

  @Field(() => Int, { nullable: true, description: 'Number of days to move, instead of `to`; at most 731.' })
  days?: number | null;
}

@ObjectType({ description: 'A clock with a running advance, and the response stored with its key.' })
export class AdvancedTestClock {
  @Field(() => TestClock, { description: 'The clock at the beginning of its advance.' })
  testClock!: TestClock;

  @Field(() => Boolean, { description: 'Whether this is the response to an earlier request with the same key.' })
  replayed!: boolean;

  @Field(() => ContractAnswer, { description: 'The response body as returned over REST.' })
  answer!: ContractAnswer;
}
