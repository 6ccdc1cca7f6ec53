import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { TEST_CLOCK_STATUSES, type TestClockStatus } from '../../../../core/contract/test-clock.js';
import { ContractAnswer } from '../../../../core/graphql/contract-answer.type.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { IsoDateScalar, IsoInstantScalar } from '../../../../core/graphql/scalars.js';

const StatusEnum = enumOf(TEST_CLOCK_STATUSES, {
  name: 'TestClockStatus',
  description: 'Whether the clock is being moved.',
  values: {
    resting: 'Its day passes as days do.',
    advancing: 'It is being moved, day by day; what would change something for the organization waits.',
  },
});

@ObjectType({ description: 'The business clock of a sandbox organization, and its latest advance.' })
export class TestClock {
  @Field(() => ID, { description: 'Whose it is.' })
  organizationId!: string;

  @Field(() => StatusEnum, { description: 'Whether it is being moved.' })
  status!: TestClockStatus;

  @Field(() => IsoDateScalar, {
    description: 'The date where loans are serviced, by this clock; while it is moved, how far it has come.',
  })
  at!: string;

  @Field(() => IsoDateScalar, { nullable: true, description: 'Where the latest advance began; null before the first.' })
  from!: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'Where it is to end.' })
  to!: string | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When it began, in real time.' })
  startedAt!: string | null;

  @Field(() => IsoInstantScalar, {
    nullable: true,
    description: 'When it was over, in real time; null while it goes on.',
  })
  finishedAt!: string | null;

  @Field(() => String, { nullable: true, description: 'Why it ended before its day; null where it did not.' })
  error!: string | null;
}

@InputType({ description: 'How far to move a clock: `to`, or `days`.' })
export class AdvanceTestClockInput {
  @Field(() => ID, { nullable: true, description: 'Needed of a caller who reaches several organizations.' })
  organizationId?: string | null;

  @Field(() => IsoDateScalar, {
    nullable: true,
    description: 'The day to move to: after the present one, at most 731 days ahead of it.',
  })
  to?: string | null;

  @Field(() => Int, { nullable: true, description: 'How many days to move on, in the place of `to`; 731 at most.' })
  days?: number | null;
}

@ObjectType({ description: 'A clock that is being moved, and the answer that its key keeps.' })
export class AdvancedTestClock {
  @Field(() => TestClock, { description: 'The clock, as it was when its advance began.' })
  testClock!: TestClock;

  @Field(() => Boolean, { description: 'Whether this answers an earlier request with the same key.' })
  replayed!: boolean;

  @Field(() => ContractAnswer, { description: 'The answer in the contract’s bytes.' })
  answer!: ContractAnswer;
}
