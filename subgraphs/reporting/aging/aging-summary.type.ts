import { Field, Int, ObjectType } from 'type-graphql';
import { SafeInt } from '../../../core/graphql/scalars.js';

@ObjectType({ description: 'Open accounts whose oldest unpaid installment is so many days old.' })
export class AgingBucket {
  @Field(() => String, { description: 'current, 1-29, 30-59, 60-89, 90-119 or 120+.' })
  bucket!: string;

  @Field(() => Int, { description: 'How many accounts.' })
  accounts!: number;

  @Field(() => SafeInt, { description: 'Outstanding principal, cents.' })
  balanceCents!: number;

  @Field(() => SafeInt, { description: 'What of it is past due, as in the aged balance.' })
  pastDueCents!: number;

  @Field(() => String, { description: 'Of all buckets’ principal: a decimal between 0 and 1, six places.' })
  shareOfBalance!: string;
}
