import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import type { JobService } from './job.service.js';
import { FailedJob, FailedJobArguments, FailedJobCounts, FailedJobPage, JobQueue } from './job.type.js';

@Resolver(() => FailedJob)
export class JobResolver {
  constructor(private readonly jobs: JobService) {}

  @Query(() => FailedJobPage, { description: 'Background jobs whose last attempt failed, newest first. For admins.' })
  failedJobs(
    @Args(() => FailedJobArguments) request: FailedJobArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<FailedJobPage> {
    return this.jobs.failed(principal, request);
  }

  @Query(() => FailedJobCounts, { description: 'Number of failed background jobs. For admins.' })
  failedJobCounts(@Ctx() { principal }: GraphContext): Promise<FailedJobCounts> {
    return this.jobs.countFailed(principal);
  }

  @Query(() => JobQueue, { description: 'The queue of background jobs, by kind. For admins.' })
  jobQueue(@Ctx() { principal }: GraphContext): Promise<JobQueue> {
    return this.jobs.queue(principal);
  }

  @Mutation(() => FailedJob, {
    description:
      'Retries a failed job at once, with its full number of attempts. Returns the job’s new state; it no longer counts as failed. Audited. For admins.',
  })
  retryJob(
    @Arg('id', () => ID, { description: 'The job.' }) id: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<FailedJob> {
    return this.jobs.retry(principal, id);
  }
}
