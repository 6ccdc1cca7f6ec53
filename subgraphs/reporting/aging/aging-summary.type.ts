import { Field, Int, ObjectType } from 'type-graphql';
import { SafeInt } from '../../../core/graphql/scalars.js';

@ObjectType({ description: 'Open accounts by the age of their oldest unpaid installment.' })
export class AgingBucket {
  @Field(() => String, { description: 'current, 1-29, 30-59, 60-89, 90-119 or 120+.' })
  bucket!: string;

  @Field(() => Int, { description: 'Number of accounts.' })
  accounts!: number;

  @Field(() => SafeInt, { description: 'Outstanding principal, cents.' })
  balanceCents!: number;

  @Field(() => SafeInt, { description: 'The past-due part of it, as in the aged balance.' })
  pastDueCents!: number;

  @Field(() => String, { description: 'Share of the principal of all buckets: a decimal between 0 and 1, six places.' })
  shareOfBalance!: string;
}
