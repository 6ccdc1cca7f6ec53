import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { bodyOf } from '../../../../core/contract/snake-cased.js';
import type { AdvanceTestClockBody } from '../../../../core/contract/test-clock.js';
import type { GraphContext } from '../../../../core/graphql/context.js';
import type { TestClockService } from './test-clock.service.js';
import { AdvancedTestClock, AdvanceTestClockInput, TestClock } from './test-clock.type.js';

@Resolver(() => TestClock)
export class TestClockResolver {
  readonly #clocks: TestClockService;

  constructor(clocks: TestClockService) {
    this.#clocks = clocks;
  }

  @Query(() => TestClock, {
    description: 'The clock of a sandbox organization, and how far its latest advance has come.',
  })
  testClock(
    @Arg('organizationId', () => ID, {
      nullable: true,
      description: 'Whose; needed of a caller who reaches several organizations.',
    })
    organizationId: string | null | undefined,
    @Ctx() { principal }: GraphContext,
  ): Promise<TestClock> {
    return this.#clocks.show(principal, organizationId);
  }

  @Mutation(() => AdvancedTestClock, {
    description:
      'Moves the clock of a sandbox organization forward, day by day: a worker does on each day what is due on it; audited.',
  })
  async advanceTestClock(
    @Arg('idempotencyKey', () => String, {
      description: 'A new one for each write; the same one, with the same body, to repeat it.',
    })
    idempotencyKey: string,
    @Arg('input', () => AdvanceTestClockInput, { description: 'How far.' }) input: AdvanceTestClockInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<AdvancedTestClock> {
    const body = bodyOf<AdvanceTestClockBody, AdvanceTestClockInput>(input);
    const { resource, replayed, answer } = await this.#clocks.advance(principal, { idempotencyKey, body });
    return { testClock: resource, replayed, answer };
  }

  @Mutation(() => TestClock, {
    description:
      'Ends the advance of a sandbox organization at the day that it has come to; one that rests stays as it is. Audited.',
  })
  stopTestClock(
    @Arg('organizationId', () => ID, {
      nullable: true,
      description: 'Whose; needed of a caller who reaches several organizations.',
    })
    organizationId: string | null | undefined,
    @Ctx() { principal }: GraphContext,
  ): Promise<TestClock> {
    return this.#clocks.stop(principal, organizationId);
  }
}
