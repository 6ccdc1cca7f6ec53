import { Field, Int, ObjectType } from 'type-graphql';
import { SafeInt } from '../../../core/graphql/scalars.js';

@ObjectType({ description: 'The total of one column of a report.' })
export class ReportSum {
  @Field(() => String, { description: 'The column’s name in REST.' })
  column!: string;

  @Field(() => SafeInt, {
    description: 'The gross sum of the known amounts, including rows reversed later.',
  })
  cents!: number;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'The part of rows reversed later; null in reports whose rows cannot be reversed.',
  })
  reversedCents!: number | null;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'The sum without reversed rows; null where `reversed` is null.',
  })
  netCents!: number | null;

  @Field(() => Int, { description: 'Rows whose amount is unknown: the sum skips them.' })
  unknown!: number;
}

@ObjectType({ description: 'The totals of a report over all pages.' })
export class ReportTotals {
  @Field(() => Int, { description: 'Number of rows.' })
  rows!: number;

  @Field(() => [ReportSum], { description: 'The total of each money column.' })
  sums!: readonly ReportSum[];
}
