import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import type { JobService } from './job.service.js';
import { FailedJob, FailedJobArguments, FailedJobCounts, FailedJobPage } from './job.type.js';

@Resolver(() => FailedJob)
export class JobResolver {
  readonly #jobs: JobService;

  constructor(jobs: JobService) {
    this.#jobs = jobs;
  }

  @Query(() => FailedJobPage, { description: 'Background jobs whose last try went wrong, newest first. For admins.' })
  failedJobs(
    @Args(() => FailedJobArguments) request: FailedJobArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<FailedJobPage> {
    return this.#jobs.failed(principal, request);
  }

  @Query(() => FailedJobCounts, { description: 'How many background jobs went wrong. For admins.' })
  failedJobCounts(@Ctx() { principal }: GraphContext): Promise<FailedJobCounts> {
    return this.#jobs.countFailed(principal);
  }

  @Mutation(() => FailedJob, {
    description:
      'Has a failed job tried again at once, with all its tries before it; answers how it stands then, which is no longer among the failed. Audited. For admins.',
  })
  retryJob(
    @Arg('id', () => ID, { description: 'The job.' }) id: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<FailedJob> {
    return this.#jobs.retry(principal, id);
  }
}
