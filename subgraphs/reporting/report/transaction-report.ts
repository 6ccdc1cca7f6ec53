import { AFTER_EVERY_DATE, AFTER_EVERY_ID } from '../../../core/db/list.js';
import { listArguments } from '../../../core/graphql/list-arguments.js';
import { type Report, report } from './report.js';
import type { ReportNames, ReportSource } from './report-source.js';

interface TransactionReportSource extends ReportNames, Pick<ReportSource, 'columns'> {
  /** What there is to say of it besides its dates. */
  readonly remark?: string;
  /**
   * The transaction types that it shows. Payments, nearly all there are, lie along the index (organization, date, id); each other type
   * is a range of (organization, type, date, id), which has all but them.
   */
  readonly types: readonly [string, ...string[]];
  /** Joins to `t` that keep each transaction one row. */
  readonly joins?: string;
}

/** Said beside a type that is no literal, for Postgres to take the index of other types. */
export const NO_PAYMENT = "t.type <> 'payment'";

/** Latest first; undated rows last. */
export const LATEST_TRANSACTION_FIRST = {
  key: {
    after_on: { sql: 't.sort_on', type: 'date', start: AFTER_EVERY_DATE },
    after_id: { sql: 't.id', type: 'text', start: AFTER_EVERY_ID },
  },
  direction: 'desc',
} as const;

export const BY_EFFECT = {
  arguments: listArguments('business day on which it counts'),
  usage: '`from` and `to` go by `effective_at`.',
} as const;

/** Transactions of some types, by their effective date; without those that their loan system has deleted. */
export function transactionReport({ types, joins = '', remark, ...source }: TransactionReportSource): Report {
  return report({
    ...source,
    ...BY_EFFECT,
    ...(remark !== undefined && { usage: `${remark} ${BY_EFFECT.usage}` }),
    ...(types.includes('payment') && { takenBack: `t.status = 'reversed'` }),
    kinds: types,
    from: ({ least, most }, type) => `
      from transaction t ${joins}
      where t.organization_id = organization.id and t.type = ${type}${types.includes('payment') ? '' : ` and ${NO_PAYMENT}`}
        and t.status is distinct from 'deleted' and t.sort_on between ${least}::date and ${most}::date`,
    ...LATEST_TRANSACTION_FIRST,
  });
}
