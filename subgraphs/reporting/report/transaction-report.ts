import { AFTER_EVERY_DATE, AFTER_EVERY_ID } from '../../../core/db/paged-lists.js';
import { listArguments } from '../../../core/graphql/organization-and-date-arguments.js';
import { type Report, report } from './derive-report-from-declaration.js';
import type { ReportNames, ReportSource } from './report-source.js';

interface TransactionReportSource<Code extends string> extends ReportNames<Code>, Pick<ReportSource, 'columns'> {
  /** A sentence before the description of its dates. */
  readonly remark?: string;
  /**
   * The transaction types in the report. Payments, nearly all transactions, use the index (organization, date, id);
   * every other type is a range of the index (organization, type, date, id), which excludes payments.
   */
  readonly types: readonly [string, ...string[]];
  /** Joins to `t` that do not multiply rows. */
  readonly joins?: string;
}

/** Added to conditions on a type that is not a literal, so that Postgres uses the index of the other types. */
export const NO_PAYMENT = "t.type <> 'payment'";

/** Latest first; undated rows last. */
export const LATEST_TRANSACTION_FIRST = {
  key: {
    after_on: {
      sql: 't.sort_on',
      type: 'date',
      start: AFTER_EVERY_DATE,
      shown: { sql: 't.effective_at', whenNull: '-infinity' },
    },
    after_id: { sql: 't.id', type: 'text', start: AFTER_EVERY_ID },
  },
  direction: 'desc',
} as const;

export const BY_EFFECT = {
  arguments: listArguments('effective business day'),
  usage: '`from` and `to` filter by `effective_at`.',
} as const;

/** Transactions of some types by effective date, without those deleted in their loan system. */
export function transactionReport<Code extends string>({
  types,
  joins = '',
  remark,
  ...source
}: TransactionReportSource<Code>): Report<Code> {
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
