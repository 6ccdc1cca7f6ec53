import { ArgsType, Field, ID } from 'type-graphql';
import { enumOf } from '../../../core/graphql/enum.js';
import { IsoDateScalar } from '../../../core/graphql/scalars.js';
import { ABOUT_BUCKET } from '../report/aging-bucket-filter.js';
import { REPORTS } from './reports.js';

const ReportCodes = enumOf(
  REPORTS.map(({ code }): string => code),
  {
    name: 'ReportCode',
    description: 'A report, by its code in REST.',
    values: Object.fromEntries(REPORTS.map(({ code, meaning }) => [code, meaning])),
  },
);

@ArgsType()
export class ReportTotalsArguments {
  @Field(() => ReportCodes, { description: 'Which report.' })
  code!: string;

  @Field(() => ID, { nullable: true, description: 'One organization in scope; default: all.' })
  organizationId?: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'As for the report’s pages.' })
  from?: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'As for the report’s pages.' })
  to?: string | null;

  @Field(() => String, { nullable: true, description: `For the aged balance and delinquency. ${ABOUT_BUCKET}` })
  bucket?: string | null;
}
