import { AFTER_EVERY_DATE, AFTER_EVERY_ID } from '../../../core/db/list.js';
import { type Report, type ReportSource, report } from './report.js';

/** Latest first; undated rows last. */
export type AfterTransaction = { readonly afterOn: string; readonly afterId: string };

interface TransactionReportSource extends Pick<ReportSource<AfterTransaction>, 'code' | 'columns'> {
  /** The transaction types that it shows: each is a range of the index (organization, type, date, id). */
  readonly types: readonly [string, ...string[]];
  /** The contract's columns, of `t`. */
  readonly select: string;
  /** Joins to `t` that keep each transaction one row. */
  readonly joins?: string;
}

/** A report of transactions, by their effective date; without those that their loan system has deleted. */
export function transactionReport<Row>(
  source: TransactionReportSource,
): Report<AfterTransaction, Row & AfterTransaction> {
  const { code, columns, types, select, joins = '' } = source;
  return report<AfterTransaction, Row & AfterTransaction>({
    code,
    columns,
    ...(types.length > 1 && { each: `unnest('{${types.join(',')}}'::text[]) as kind (type)` }),
    rows: (p) => `
      select t.organization_id, t.account_id, ${select}, t.sort_on as after_on, t.id as after_id
      from transaction t ${joins}
      where t.organization_id = organization.id and t.type = ${types.length > 1 ? 'kind.type' : `'${types[0]}'`}
        and t.status is distinct from 'deleted' and t.sort_on between ${p.least}::date and ${p.most}::date`,
    key: { after_on: 'date', after_id: 'text' },
    direction: 'desc',
    start: { afterOn: AFTER_EVERY_DATE, afterId: AFTER_EVERY_ID },
  });
}
