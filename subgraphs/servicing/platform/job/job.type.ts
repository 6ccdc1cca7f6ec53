import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { PageArguments, PagedArgs } from '../../../../core/graphql/page-arguments.js';
import { IsoInstantScalar } from '../../../../core/graphql/scalars.js';
import { MOST_COUNTED } from './failed-job.store.js';
import { MOST_JOBS } from './job-queue.reads.store.js';

@ObjectType({ description: 'A background job whose last attempt failed.' })
export class FailedJob {
  @Field(() => ID, { description: 'Unique identifier in the queue.' })
  id!: string;

  @Field(() => String, { description: 'Kind of job.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Key of the job’s subject; at most one waiting job has it.' })
  key!: string | null;

  @Field(() => Int, { description: 'Attempts so far.' })
  attempts!: number;

  @Field(() => Int, { description: 'Maximum number of attempts.' })
  maxAttempts!: number;

  @Field(() => Boolean, { description: 'Whether no automatic retry is left.' })
  isGivenUp!: boolean;

  @Field(() => String, { description: 'The last error, without values.' })
  error!: string;

  @Field(() => IsoInstantScalar, { description: 'Time of the next attempt.' })
  runAt!: string;

  @Field(() => IsoInstantScalar, { description: 'When it was added.' })
  createdAt!: string;
}

export const FailedJobPage = pageOf(FailedJob, 'A page of failed jobs.');
export type FailedJobPage = Page<FailedJob>;

@PagedArgs()
export class FailedJobArguments extends PageArguments {
  @Field(() => Boolean, {
    nullable: true,
    description: '`true`: only jobs that were given up; `false`: only the others.',
  })
  isGivenUp?: boolean | null;
}

@ObjectType({ description: 'Number of failed background jobs.' })
export class FailedJobCounts {
  @Field(() => Int, { description: 'Jobs that will be retried automatically.' })
  retrying!: number;

  @Field(() => Int, { description: 'Jobs that will not.' })
  givenUp!: number;

  @Field(() => Boolean, {
    description: `Whether these are all: at most the newest ${MOST_COUNTED.toLocaleString('en')} are counted.`,
  })
  isExact!: boolean;
}

@ObjectType({ description: 'The background jobs of one kind.' })
export class JobsOfKind {
  @Field(() => String, { description: 'Kind of job.' })
  name!: string;

  @Field(() => Int, { description: 'Jobs that wait, due or not, including those that wait for a retry.' })
  waiting!: number;

  @Field(() => Int, { description: 'Jobs that a worker runs now.' })
  running!: number;

  @Field(() => Int, { description: 'Jobs that failed and wait for a retry.' })
  retrying!: number;

  @Field(() => Int, { description: 'Jobs that failed and are not retried automatically.' })
  givenUp!: number;

  @Field(() => IsoInstantScalar, {
    nullable: true,
    description: 'When the longest overdue of them became due; null while none is due.',
  })
  dueSince!: string | null;
}

@ObjectType({ description: 'The queue of background jobs.' })
export class JobQueue {
  @Field(() => [JobsOfKind], { description: 'By kind; kinds without a job are left out.' })
  kinds!: readonly JobsOfKind[];

  @Field(() => Boolean, {
    description: `Whether every job was counted: at most the oldest ${MOST_JOBS.toLocaleString('en')} are.`,
  })
  isExact!: boolean;
}
