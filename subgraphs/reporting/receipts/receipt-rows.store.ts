import { derived, type RowOf } from '../../../core/db/columns.js';
import {
  AFTER_EVERY_DATE,
  AFTER_EVERY_ID,
  type ListDefinition,
  mergedAcrossOrganizations,
} from '../../../core/db/paged-lists.js';
import { type ParametersOf, type StatementTools, statement } from '../../../core/db/statement.js';
import { RECEIPT_DAYS_IN_SQL } from './receipts.store.js';
import type { ReceiptDay } from './receipts.type.js';

export const RECEIPT = derived({
  transactionId: 'Transaction.id',
  organizationId: 'Transaction.organizationId',
  accountId: 'Transaction.accountId',
  day: 'date',
  effectiveAt: 'date?',
  amountCents: 'int8?',
  status: 'text?',
  paymentMethod: 'text?',
  loanSystemCode: 'text',
  sortOn: 'date',
  reversedOn: 'date?',
});
export type ReceiptRow = RowOf<typeof RECEIPT>;

/** An empty method selects payments with an unknown method; null selects all. */
export const RECEIPT_FILTERS = {
  least: 'date',
  most: 'date',
  paymentMethod: 'text?',
  loanSystemCode: 'text?',
} as const;
type Filters = ParametersOf<typeof RECEIPT_FILTERS>;
const AFTER = { afterOn: 'date', afterId: 'Transaction.id' } as const;
type After = ParametersOf<typeof AFTER>;

/** The day of the reversing transaction. */
export const REVERSED_ON = `select max(r.effective_at) from transaction r where r.organization_id = t.organization_id
  and r.account_id = t.account_id and r.original_transaction_id = t.id and r.status is distinct from 'deleted'`;

export const WITH_ACCOUNT = 'join account a on a.organization_id = t.organization_id and a.id = t.account_id';

export function selectReceipt(by: ReceiptDay): string {
  return `t.id as "transactionId", t.organization_id as "organizationId", t.account_id as "accountId", ${RECEIPT_DAYS_IN_SQL[by].day} as day,
              t.effective_at as "effectiveAt", t.amount_cents as "amountCents", t.status, t.payment_method as "paymentMethod",
              a.loan_system_code as "loanSystemCode", t.sort_on as "sortOn",
              case when t.status = 'reversed' then (${REVERSED_ON}) end as "reversedOn"`;
}

export function receiptsFiltered(by: ReceiptDay, p: StatementTools<Filters>['p']): string {
  return `t.type = 'payment' and t.status is distinct from 'deleted'
              and ${RECEIPT_DAYS_IN_SQL[by].range(p.least, p.most)}
              and (${p.paymentMethod}::text is null or coalesce(t.payment_method, '') = ${p.paymentMethod}::text)
              and (${p.loanSystemCode}::text is null or a.loan_system_code = ${p.loanSystemCode}::text)`;
}

/** The payments in the sums of these days. */
function rows(by: ReceiptDay): ListDefinition<Filters, After, ReceiptRow> {
  return {
    name: `receipts_by_${by.toLowerCase()}`,
    statement: statement({
      name: `receipts.rows_by_${by.toLowerCase()}`,
      across: 'lenders',
      takes: { ...RECEIPT_FILTERS, ...AFTER, limit: 'int8' },
      gives: RECEIPT,
      text: ({ p, scope }) =>
        mergedAcrossOrganizations({
          rows: `select ${selectReceipt(by)}
            from transaction t ${WITH_ACCOUNT}
            where t.organization_id = organization.id and (t.sort_on, t.id) < (${p.afterOn}::date, ${p.afterId}::text)
              and ${receiptsFiltered(by, p)}`,
          order: 't.sort_on desc, t.id desc',
          mergedOrder: '"sortOn" desc, "transactionId" desc',
          limit: p.limit,
          scope,
          only: undefined, // its rows need the organization’s time zone
        }),
    }),
    start: { afterOn: AFTER_EVERY_DATE, afterId: AFTER_EVERY_ID },
    positionOf: ({ sortOn, transactionId }) => ({ afterOn: sortOn, afterId: transactionId }),
  };
}

export const RECEIPT_ROWS = {
  ENTERED: rows('ENTERED'),
  BUSINESS_DAY: rows('BUSINESS_DAY'),
} as const satisfies Readonly<Record<ReceiptDay, unknown>>;
