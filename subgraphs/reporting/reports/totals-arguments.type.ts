import { ArgsType, Field, ID } from 'type-graphql';
import { enumOf } from '../../../core/graphql/enum.js';
import { IsoDateScalar } from '../../../core/graphql/scalars.js';
import { ABOUT_BUCKET } from '../report/bucket.js';
import { REPORTS } from './reports.js';

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
