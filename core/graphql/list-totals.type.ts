import { Directive, Field, Int, ObjectType } from 'type-graphql';
import { SafeInt } from './scalars.js';

/** Each subgraph declares it; the gateway joins the declarations. */
@Directive('@shareable')
@ObjectType({ description: 'Number and sums of all rows of a list that match its filters.' })
export class ListTotals {
  @Field(() => Int, { description: 'Number of rows.' })
  rows!: number;

  @Field(() => SafeInt, { description: 'Sum of their amounts, cents.' })
  amountCents!: number;

  @Field(() => SafeInt, {
    description: 'The part of it that counts, cents: without what was reversed, failed or never moved.',
  })
  netCents!: number;

  @Field(() => Boolean, { description: 'False: more than a million rows match, and only so many were added.' })
  isExact!: boolean;
}
