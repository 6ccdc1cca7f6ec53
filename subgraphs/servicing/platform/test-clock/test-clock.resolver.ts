import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { bodyOf } from '../../../../core/contract/case-conversion.js';
import type { AdvanceTestClockBody } from '../../../../core/contract/test-clock.js';
import type { GraphContext } from '../../../../core/graphql/context.js';
import type { TestClockService } from './test-clock.service.js';
import { AdvancedTestClock, AdvanceTestClockInput, TestClock } from './test-clock.type.js';

@Resolver(() => TestClock)
export class TestClockResolver {
  constructor(private readonly clocks: TestClockService) {}

  @Query(() => TestClock, {
    description: 'The clock of a sandbox organization, and the progress of its latest advance.',
  })
  testClock(
    @Arg('organizationId', () => ID, {
      nullable: true,
      description: 'The organization; required for a caller with several.',
    })
    organizationId: string | null | undefined,
    @Ctx() { principal }: GraphContext,
  ): Promise<TestClock> {
    return this.clocks.show(principal, organizationId);
  }

  @Mutation(() => AdvancedTestClock, {
    description:
      'Moves the clock of a sandbox organization forward day by day; on each day a worker does everything that is due. Audited.',
  })
  async advanceTestClock(
    @Arg('idempotencyKey', () => String, {
      description: 'A new key for each write. To repeat a write, send the same key with the same body.',
    })
    idempotencyKey: string,
    @Arg('input', () => AdvanceTestClockInput, { description: 'How far.' }) input: AdvanceTestClockInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<AdvancedTestClock> {
    const body = bodyOf<AdvanceTestClockBody, AdvanceTestClockInput>(input);
    const { resource, replayed, answer } = await this.clocks.advance(principal, { idempotencyKey, body });
    return { testClock: resource, replayed, answer };
  }

  @Mutation(() => TestClock, {
    description:
      'Ends the advance of a sandbox organization at the day it has reached; without a running advance, nothing changes. Audited.',
  })
  stopTestClock(
    @Arg('organizationId', () => ID, {
      nullable: true,
      description: 'The organization; required for a caller with several.',
    })
    organizationId: string | null | undefined,
    @Ctx() { principal }: GraphContext,
  ): Promise<TestClock> {
    return this.clocks.stop(principal, organizationId);
  }
}
