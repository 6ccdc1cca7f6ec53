import { columns, columnsAs, derived, type RowOf } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';
import { leaseSql } from '../posting/posting-lease-sql.js';

const PAYMENT = columnsAs('CollectedPayment', 'c', {
  id: 'id',
  organizationId: 'organizationId',
  paymentId: 'id',
  status: 'status',
});
const REVERSAL = columns('PaymentReversal', 'r', ['id', 'organizationId', 'paymentId', 'status']);
/** `lease`: the lease as read, as text. A posting is settled as failed only while this lease is unchanged. */
const LEASE = derived({ abandonedForMs: 'float8', lease: 'text' });
/** The reference under which it is posted. */
const REFERENCE = derived({ reference: 'text' });
const ACCOUNT = columnsAs('Account', 'a', {
  loanSystemCode: 'loanSystemCode',
  accountId: 'id',
  externalId: 'externalId',
});
/** The payment as it was ordered, also of a reversal. */
const ORDERED = columns('CollectedPayment', 'c', ['amountCents', 'paymentMethod']);
const SYSTEM = columnsAs('LoanSystem', 's', { approvalsSince: 'approvalsSince' });

/** A payment or reversal that reconciliation looks up. */
export type OpenPostingRow = (RowOf<typeof PAYMENT> | RowOf<typeof REVERSAL>) &
  RowOf<typeof LEASE> &
  RowOf<typeof REFERENCE> &
  RowOf<typeof ORDERED> &
  RowOf<typeof ACCOUNT> &
  RowOf<typeof SYSTEM>;

const common = (row: string) => `
  coalesce(extract(epoch from clock_timestamp() - ${leaseSql(row)}) * 1000, 0)::float8 as "abandonedForMs",
  coalesce(${leaseSql(row)}, '-infinity')::text as lease, coalesce(${row}.posting_reference, ${row}.id) as reference,
  ${ORDERED}, ${ACCOUNT}, ${SYSTEM}`;

export const openPayment = statement({
  name: 'reconciliation.payment',
  takes: { id: 'CollectedPayment.id' },
  gives: [PAYMENT, LEASE, REFERENCE, ORDERED, ACCOUNT, SYSTEM],
  text: ({ p, scope }) => `
    select ${PAYMENT}, ${common('c')}
      from collected_payment c join account a on a.organization_id = c.organization_id and a.id = c.account_id
      join loan_system s on s.code = a.loan_system_code
     where c.id = ${p.id} and ${scope('c.organization_id')}`,
});

const PAYMENT_ID = columns('CollectedPayment', 'collected_payment', ['id']);
const REVERSAL_ID = columns('PaymentReversal', 'payment_reversal', ['id']);

const OVERDUE = `status in ('pending', 'pending_confirmation') and ${leaseSql()} < clock_timestamp()`;

/** Organizations with overdue payments or reversals. */
export const organizationsOverdue = statement({
  name: 'reconciliation.organizations_overdue',
  gives: derived({ organizationId: 'CollectedPayment.organizationId' }),
  text: ({ scope }) => `
    select organization_id as "organizationId" from collected_payment where ${OVERDUE} and ${scope('organization_id')}
    union
    select organization_id from payment_reversal where ${OVERDUE} and ${scope('organization_id')}`,
});

/** Payments without an outcome whose lease has expired: a worker must look up each of them. */
export const overduePayments = statement({
  name: 'reconciliation.overdue_payments',
  gives: PAYMENT_ID,
  text: ({ scope }) => `
    select ${PAYMENT_ID} from collected_payment where ${OVERDUE} and ${scope('organization_id')}`,
});

export const overdueReversals = statement({
  name: 'reconciliation.overdue_reversals',
  gives: REVERSAL_ID,
  text: ({ scope }) => `
    select ${REVERSAL_ID} from payment_reversal where ${OVERDUE} and ${scope('organization_id')}`,
});

export const openReversal = statement({
  name: 'reconciliation.reversal',
  takes: { id: 'PaymentReversal.id' },
  gives: [REVERSAL, LEASE, REFERENCE, ORDERED, ACCOUNT, SYSTEM],
  text: ({ p, scope }) => `
    select ${REVERSAL}, ${common('r')}
      from payment_reversal r
      join collected_payment c on c.organization_id = r.organization_id and c.id = r.payment_id
      join account a on a.organization_id = c.organization_id and a.id = c.account_id
      join loan_system s on s.code = a.loan_system_code
     where r.id = ${p.id} and ${scope('r.organization_id')}`,
});
