import { folded } from '../../../core/db/folded-text-sql.js';
import { sortedList } from '../../../core/db/sorted-lists/sorted-list.js';
import {
  RECEIPT,
  RECEIPT_FILTERS,
  REVERSED_ON,
  receiptsFiltered,
  selectReceipt,
  WITH_ACCOUNT,
} from './receipt-rows.store.js';
import { RECEIPT_DAYS_IN_SQL } from './receipts.store.js';
import type { ReceiptDay } from './receipts.type.js';

const BORROWER = ' left join person b on b.organization_id = a.organization_id and b.id = a.primary_borrower_party_id';
const NET = `case when t.status = 'reversed' then 0 else t.amount_cents end`;
const REVERSED = `case when t.status = 'reversed' then (${REVERSED_ON}) end`;

/** Every receipt that the filters of the list match, by any column. */
function receiptList(by: ReceiptDay) {
  const { day } = RECEIPT_DAYS_IN_SQL[by];
  return sortedList({
    name: `receipts_by_${by.toLowerCase()}`,
    across: 'lenders',
    filters: RECEIPT_FILTERS,
    where: (p) => receiptsFiltered(by, p),
    table: 'transaction t',
    alias: 't',
    joins: WITH_ACCOUNT,
    gives: RECEIPT,
    select: selectReceipt(by),
    idColumn: 'transactionId',
    readsOrganization: true,
    cents: 't.amount_cents',
    counting: `t.status is distinct from 'reversed'`,
    sorts: {
      business_day: { sql: 't.sort_on', type: 'date', isIndexed: true },
      day: { sql: day, type: 'date' },
      borrower: { sql: folded('b.display_name'), type: 'text', joins: BORROWER },
      loan: { sql: 'coalesce(a.external_contract_number, a.external_account_number)', type: 'text' },
      method: { sql: 't.payment_method', type: 'text' },
      loan_system: { sql: 'a.loan_system_code', type: 'text' },
      status: { sql: 't.status', type: 'text' },
      reversed_on: { sql: REVERSED, type: 'date' },
      amount: { sql: 't.amount_cents', type: 'int8' },
      net: { sql: NET, type: 'int8' },
    },
    csv: [
      {
        heading: 'Borrower',
        sql: (p) => `case when ${p['showsNames']}::boolean then b.display_name end`,
        kind: 'text',
        joins: BORROWER,
      },
      { heading: 'Contract number', sql: 'a.external_contract_number', kind: 'text' },
      { heading: 'Account number', sql: 'a.external_account_number', kind: 'text' },
      { heading: 'Day', sql: day, kind: 'date' },
      { heading: 'Business day', sql: 't.effective_at', kind: 'date' },
      { heading: 'Method', sql: 't.payment_method', kind: 'text' },
      { heading: 'Loan system', sql: 'a.loan_system_code', kind: 'text' },
      { heading: 'Status', sql: 't.status', kind: 'text' },
      { heading: 'Reversed on', sql: REVERSED, kind: 'date' },
      { heading: 'Amount', sql: 't.amount_cents', kind: 'cents' },
      { heading: 'Net', sql: NET, kind: 'cents' },
      { heading: 'Transaction ID', sql: 't.id', kind: 'number' },
      { heading: 'Account ID', sql: 't.account_id', kind: 'number' },
    ],
  });
}

export const RECEIPT_LIST = { ENTERED: receiptList('ENTERED'), BUSINESS_DAY: receiptList('BUSINESS_DAY') } as const;
