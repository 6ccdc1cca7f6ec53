import { Field, Int, ObjectType } from 'type-graphql';
import { SafeInt } from '../../../core/graphql/scalars.js';

@ObjectType({ description: 'What one column of a report amounts to.' })
export class ReportSum {
  @Field(() => String, { description: 'The column, as REST names it.' })
  column!: string;

  @Field(() => SafeInt, {
    description: 'The sum of the amounts that are known: gross, with rows that were taken back later.',
  })
  cents!: number;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'Of it, rows that were taken back later; null in reports whose rows are not taken back.',
  })
  reversedCents!: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'The sum without those; null where they are.' })
  netCents!: number | null;

  @Field(() => Int, { description: 'Rows whose amount is unknown: the sum skips them.' })
  unknown!: number;
}

@ObjectType({ description: 'What a report amounts to, all pages together.' })
export class ReportTotals {
  @Field(() => Int, { description: 'How many rows the report has.' })
  rows!: number;

  @Field(() => [ReportSum], { description: 'The sum of each column of money.' })
  sums!: readonly ReportSum[];
}
