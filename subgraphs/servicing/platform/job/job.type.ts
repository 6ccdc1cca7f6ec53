import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { Page } from '../../../../core/db/keyset.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { PageArguments, PagedArgs } from '../../../../core/graphql/page-arguments.js';
import { IsoInstantScalar } from '../../../../core/graphql/scalars.js';
import { MOST_COUNTED } from './job.store.js';

@ObjectType({ description: 'A background job whose last try went wrong.' })
export class FailedJob {
  @Field(() => ID, { description: 'Identifies the job in the queue.' })
  id!: string;

  @Field(() => String, { description: 'What kind of job it is.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'What it is about; at most one waiting job has it.' })
  key!: string | null;

  @Field(() => Int, { description: 'How often it was tried.' })
  attempts!: number;

  @Field(() => Int, { description: 'How often it is tried before it is given up.' })
  maxAttempts!: number;

  @Field(() => Boolean, { description: 'Whether it is not tried again by itself.' })
  isGivenUp!: boolean;

  @Field(() => String, { description: 'What went wrong last, without values.' })
  error!: string;

  @Field(() => IsoInstantScalar, { description: 'When it was, or is, to be tried next.' })
  runAt!: string;

  @Field(() => IsoInstantScalar, { description: 'When it was added.' })
  createdAt!: string;
}

export const FailedJobPage = pageOf(FailedJob, 'A page of failed jobs.');
export type FailedJobPage = Page<FailedJob>;

@PagedArgs()
export class FailedJobArguments extends PageArguments {
  @Field(() => Boolean, { nullable: true, description: 'Only those that were given up, or only those that were not.' })
  isGivenUp?: boolean | null;
}

@ObjectType({ description: 'How many background jobs went wrong.' })
export class FailedJobCounts {
  @Field(() => Int, { description: 'Those that are tried again by themselves.' })
  retrying!: number;

  @Field(() => Int, { description: 'Those that are not.' })
  givenUp!: number;

  @Field(() => Boolean, {
    description: `Whether that is all of them: the newest ${MOST_COUNTED.toLocaleString('en')} are counted at most.`,
  })
  isExact!: boolean;
}
