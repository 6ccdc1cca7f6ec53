import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { enumOf } from '../../../core/graphql/enum.js';
import { IsoDateScalar, SafeInt } from '../../../core/graphql/scalars.js';
import { REPORTS } from '../reports/reports.js';
import { ABOUT_BUCKET } from './bucket.js';

const ReportCodes = enumOf(
  REPORTS.map(({ code }) => code),
  {
    name: 'ReportCode',
    description: 'A report, by the code that REST knows it by.',
    values: Object.fromEntries(REPORTS.map(({ code, meaning }) => [code, meaning])),
  },
);

@ArgsType()
export class ReportTotalsArguments {
  @Field(() => ReportCodes, { description: 'Which report.' })
  code!: string;

  @Field(() => ID, { nullable: true, description: 'One organization of the allowlist; without it all of them.' })
  organizationId?: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'As for the pages of that report.' })
  from?: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'As for the pages of that report.' })
  to?: string | null;

  @Field(() => String, { nullable: true, description: `Of the aged balance and of delinquency. ${ABOUT_BUCKET}` })
  bucket?: string | null;
}

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
