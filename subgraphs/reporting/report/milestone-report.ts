import { AFTER_EVERY_DATE, AFTER_EVERY_ID } from '../../../core/db/list.js';
import { type Report, type ReportSource, report } from './report.js';
import type { AfterTransaction } from './transaction-report.js';

interface MilestoneReportSource extends Pick<ReportSource<AfterTransaction>, 'code' | 'columns'> {
  /** The account's date that the report goes by: each has an index (organization, date, id). */
  readonly milestone: 'originated_on' | 'charged_off_on' | 'paid_off_on';
  /** The contract's columns, of `a`. */
  readonly select: string;
  /** Joins to `a` that keep each account one row. */
  readonly joins?: string;
  readonly where?: string;
}

/** A report of accounts, by the date on which something became of them; latest first. */
export function milestoneReport<Row>(source: MilestoneReportSource): Report<AfterTransaction, Row & AfterTransaction> {
  const { code, columns, milestone, select, joins = '', where = 'true' } = source;
  return report<AfterTransaction, Row & AfterTransaction>({
    code,
    columns,
    rows: (p) => `
      select a.organization_id, a.id as account_id, ${select}, a.${milestone} as after_on, a.id as after_id
      from account a ${joins}
      where a.organization_id = organization.id and a.${milestone} is not null and ${where}
        and a.${milestone} between ${p.least}::date and ${p.most}::date`,
    key: { after_on: 'date', after_id: 'text' },
    direction: 'desc',
    start: { afterOn: AFTER_EVERY_DATE, afterId: AFTER_EVERY_ID },
  });
}
