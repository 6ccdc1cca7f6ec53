import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { REPORT_CODES, type ReportCode } from '../../../core/contract/report.js';
import { enumOf } from '../../../core/graphql/enum.js';
import { IsoDateScalar, SafeInt } from '../../../core/graphql/scalars.js';

const ReportCodes = enumOf(REPORT_CODES, {
  name: 'ReportCode',
  description: 'A report, by the code that REST knows it by.',
  values: {
    crr: 'Cash receipts: every transaction that brought cash.',
    nsfr: 'Payments that their bank returned for want of funds.',
    car: 'Corrections that moved cash: reversals other than NSF, and refunds.',
    ncar: 'Corrections that moved no cash: waivers, credits, charge-offs.',
    mpr: 'Monthly payment register: what each payment was applied to.',
    nsr: 'New sales: loans, by the day on which they originated.',
    wor: 'Write-offs: loans charged off, and what has been recovered of them.',
    pif: 'Loans paid in full.',
    abr: 'Aged balance: what is past due, by how long.',
    dr: 'Delinquency: the loans that are past due.',
  },
});

@ArgsType()
export class ReportTotalsArguments {
  @Field(() => ReportCodes, { description: 'Which report.' })
  code!: ReportCode;

  @Field(() => ID, { nullable: true, description: 'One organization of the allowlist; without it all of them.' })
  organizationId?: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'As for the pages of that report.' })
  from?: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'As for the pages of that report.' })
  to?: string | null;
}

@ObjectType({ description: 'What one column of a report amounts to.' })
export class ReportSum {
  @Field(() => String, { description: 'The column, as REST names it.' })
  column!: string;

  @Field(() => SafeInt, { description: 'The sum of the amounts that are known.' })
  cents!: number;

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
