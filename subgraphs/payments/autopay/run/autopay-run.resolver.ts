import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { ListTotals } from '../../../../core/graphql/list-totals.type.js';
import { Account } from '../../account/account.type.js';
import { AutopaySchedule } from '../schedule/autopay-schedule.type.js';
import { type AutopayRunService, LATEST_RUNS, LATEST_RUNS_OF_ACCOUNT } from './autopay-run.service.js';
import {
  AutopayAttempt,
  AutopayRun,
  AutopayRunArguments,
  AutopayRunFilters,
  AutopayRunPage,
  ScheduleRunArguments,
} from './autopay-run.type.js';
import type { HeldRuns } from './release-or-cancel-held-run.js';
import type { RunRetrier } from './retry-run-now.js';

export interface RunResolverParts {
  readonly runs: AutopayRunService;
  readonly held: HeldRuns;
  readonly retrier: RunRetrier;
  readonly schedule: (id: string, context: GraphContext) => Promise<AutopaySchedule>;
  readonly attempts: (runId: string, context: GraphContext) => Promise<readonly AutopayAttempt[]>;
}

@Resolver(() => AutopayRun)
export class AutopayRunResolver {
  constructor(private readonly parts: RunResolverParts) {}

  @Query(() => AutopayRun, { description: 'One run.' })
  autopayRun(
    @Arg('id', () => ID, { description: 'The run’s id.' }) id: string,
    @Ctx() context: GraphContext,
  ): Promise<AutopayRun> {
    return this.parts.runs.one(context.principal, id);
  }

  @Query(() => AutopayRunPage, { description: 'Runs of schedules, newest first.' })
  autopayRuns(
    @Args(() => AutopayRunArguments) request: AutopayRunArguments,
    @Ctx() context: GraphContext,
  ): Promise<AutopayRunPage> {
    return this.parts.runs.list(context.principal, request);
  }

  @Query(() => ListTotals, {
    description: 'Number and sums of all runs that match; runs that are charged or posted count.',
  })
  autopayRunTotals(
    @Args(() => AutopayRunFilters) request: AutopayRunFilters,
    @Ctx() context: GraphContext,
  ): Promise<ListTotals> {
    return this.parts.runs.totals(context.principal, request);
  }

  @Query(() => AutopayRunPage, { description: 'Runs of one schedule, latest date first.' })
  scheduleRuns(
    @Args(() => ScheduleRunArguments) request: ScheduleRunArguments,
    @Ctx() context: GraphContext,
  ): Promise<AutopayRunPage> {
    return this.parts.runs.ofSchedule(context.principal, request);
  }

  @Mutation(() => AutopayRun, {
    description:
      'Charges a held run today, although it equals another one; repeatable, audited. For operators, not viewers.',
  })
  releaseAutopayRun(
    @Arg('id', () => ID, { description: 'The run.' }) id: string,
    @Ctx() context: GraphContext,
  ): Promise<AutopayRun> {
    return this.parts.held.release(context.principal, id);
  }

  @Mutation(() => AutopayRun, {
    description:
      'Cancels a held run, so that it is never charged; or refunds the charge of a run with an open exception `posting_differs`. Repeatable, audited. For operators, not viewers.',
  })
  cancelAutopayRun(
    @Arg('id', () => ID, { description: 'The run.' }) id: string,
    @Ctx() context: GraphContext,
  ): Promise<AutopayRun> {
    return this.parts.held.cancel(context.principal, id);
  }

  @Mutation(() => AutopayRun, {
    description:
      'Tries a declined run today instead of on its retry day; repeatable, audited. Not beside another open run of the account, and only while the schedule is active. For operators, not viewers.',
  })
  retryAutopayRun(
    @Arg('id', () => ID, { description: 'The run.' }) id: string,
    @Arg('attemptsSeen', () => Int, {
      description: 'Its `attemptCount` when it was read: if it has more attempts now, nothing changes.',
    })
    attemptsSeen: number,
    @Ctx() context: GraphContext,
  ): Promise<AutopayRun> {
    return this.parts.retrier.retryNow(context.principal, id, attemptsSeen);
  }

  @FieldResolver(() => Account, { nullable: true, description: 'The account.' })
  account(@Root() run: AutopayRun): Account {
    return { id: run.accountId };
  }

  @FieldResolver(() => AutopaySchedule, { description: 'The schedule.' })
  schedule(@Root() run: AutopayRun, @Ctx() context: GraphContext): Promise<AutopaySchedule> {
    return this.parts.schedule(run.scheduleId, context);
  }

  @FieldResolver(() => [AutopayAttempt], { description: 'Every attempt to charge, first one first.' })
  attempts(@Root() run: AutopayRun, @Ctx() context: GraphContext): Promise<readonly AutopayAttempt[]> {
    return this.parts.attempts(run.id, context);
  }
}

@Resolver(() => AutopaySchedule)
export class ScheduleRunsResolver {
  constructor(private readonly runsOf: (scheduleId: string, context: GraphContext) => Promise<readonly AutopayRun[]>) {}

  @FieldResolver(() => [AutopayRun], {
    nullable: true,
    description: `The latest ${LATEST_RUNS} runs, latest date first.`,
  })
  runs(@Root() schedule: AutopaySchedule, @Ctx() context: GraphContext): Promise<readonly AutopayRun[]> {
    return this.runsOf(schedule.id, context);
  }
}

@Resolver(() => Account)
export class AccountRunsResolver {
  constructor(private readonly runsOf: (accountId: string, context: GraphContext) => Promise<readonly AutopayRun[]>) {}

  @FieldResolver(() => [AutopayRun], {
    nullable: true,
    description: `The latest ${LATEST_RUNS_OF_ACCOUNT} runs on it, one-time charges included, newest first. The list \`autopayRuns\` has all. Needs \`autopay:read\`.`,
  })
  autopayRuns(@Root() { id }: Account, @Ctx() context: GraphContext): Promise<readonly AutopayRun[]> {
    return this.runsOf(id, context);
  }
}
