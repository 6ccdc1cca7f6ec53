import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { PageArguments, PagedArgs } from '../../../../core/graphql/page-arguments.js';
import { IsoInstantScalar } from '../../../../core/graphql/scalars.js';
import { MOST_COUNTED } from './failed-job.store.js';

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
