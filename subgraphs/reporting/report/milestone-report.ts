import { AFTER_EVERY_DATE, AFTER_EVERY_ID } from '../../../core/db/paged-lists.js';
import { listArguments } from '../../../core/graphql/organization-and-date-arguments.js';
import { type Report, report } from './derive-report-from-declaration.js';
import type { ReportNames, ReportSource } from './report-source.js';

interface MilestoneReportSource<Code extends string> extends ReportNames<Code>, Pick<ReportSource, 'columns'> {
  /**
   * The account's date that the report filters and sorts by; each has an index (organization, date, id). Columns of
   * `a`.
   */
  readonly milestone: string;
  /** A description of that day. */
  readonly day: string;
  /** The rows of the report, as `a`; default: the accounts. */
  readonly from?: string;
  /** Joins to `a` that do not multiply rows. */
  readonly joins?: string;
  readonly where?: string;
}

/** A report of accounts by the date of a milestone, such as a payoff; latest first. */
export function milestoneReport<Code extends string>(source: MilestoneReportSource<Code>): Report<Code> {
  const { milestone, day, from = 'account a', joins = '', where = 'true', ...shown } = source;
  return report({
    ...shown,
    arguments: listArguments(day),
    usage: `\`from\` and \`to\` go by \`${milestone}\`.`,
    from: ({ least, most }) => `
      from ${from} ${joins}
      where a.organization_id = organization.id and a.${milestone} is not null and ${where}
        and a.${milestone} between ${least}::date and ${most}::date`,
    key: {
      after_on: { sql: `a.${milestone}`, type: 'date', start: AFTER_EVERY_DATE },
      after_id: { sql: 'a.id', type: 'text', start: AFTER_EVERY_ID },
    },
    direction: 'desc',
  });
}
