import { statement } from '../../../core/db/statement.js';

/** A payment or reversal that reconciliation looks at. */
export interface OpenPostingRow {
  readonly id: string;
  readonly organizationId: string;
  readonly paymentId: string;
  readonly status: string;
  readonly abandonedForMs: number;
  /** `lease_until` as it was read, as text: settling as failed holds only while it stands. */
  readonly lease: string;
  readonly loanSystemCode: string;
  readonly accountId: string;
  readonly externalId: string;
}

const COMMON = (row: string) => `${row}.id, ${row}.organization_id as "organizationId", ${row}.status::text as status,
  coalesce(extract(epoch from clock_timestamp() - ${row}.lease_until) * 1000, 0)::float8 as "abandonedForMs",
  coalesce(${row}.lease_until, '-infinity')::text as lease,
  a.loan_system_code as "loanSystemCode", a.id as "accountId", a.external_id as "externalId"`;

export const openPayment = statement<{ id: string }, OpenPostingRow>({
  name: 'reconciliation.payment',
  text: ({ p, scope }) => `
    select ${COMMON('c')}, c.id as "paymentId"
      from collected_payment c join account a on a.organization_id = c.organization_id and a.id = c.account_id
     where c.id = ${p.id} and ${scope('c.organization_id')}`,
});

/** Payments without an outcome whose lease is over: somebody must be looking at each. */
export const overduePayments = statement<Record<string, never>, { id: string }>({
  name: 'reconciliation.overdue_payments',
  text: ({ scope }) => `
    select id from collected_payment
     where status in ('pending', 'pending_confirmation') and lease_until < clock_timestamp() and ${scope('organization_id')}`,
});

export const overdueReversals = statement<Record<string, never>, { id: string }>({
  name: 'reconciliation.overdue_reversals',
  text: ({ scope }) => `
    select id from payment_reversal
     where status in ('pending', 'pending_confirmation') and lease_until < clock_timestamp() and ${scope('organization_id')}`,
});

export const openReversal = statement<{ id: string }, OpenPostingRow>({
  name: 'reconciliation.reversal',
  text: ({ p, scope }) => `
    select ${COMMON('r')}, r.payment_id as "paymentId"
      from payment_reversal r
      join collected_payment c on c.organization_id = r.organization_id and c.id = r.payment_id
      join account a on a.organization_id = c.organization_id and a.id = c.account_id
     where r.id = ${p.id} and ${scope('r.organization_id')}`,
});
