import { statement } from '../../../core/db/statement.js';

/** A posted payment with what its loan system needs to take it back. */
export interface ReversiblePaymentRow {
  readonly paymentId: string;
  readonly organizationId: string;
  readonly accountId: string;
  readonly loanSystemCode: string;
  readonly externalId: string;
  readonly postingExternalId: string | null;
  readonly amountCents: number;
  readonly status: string;
}

const COLUMNS = `c.id as "paymentId", c.organization_id as "organizationId", c.account_id as "accountId",
  a.loan_system_code as "loanSystemCode", a.external_id as "externalId", c.posting_external_id as "postingExternalId",
  c.amount_cents as "amountCents", c.status`;
const FROM = `from collected_payment c join account a on a.organization_id = c.organization_id and a.id = c.account_id`;

export const reversiblePayment = statement<{ id: string }, ReversiblePaymentRow>({
  name: 'reversal.payment',
  text: ({ p, scope }) => `select ${COLUMNS} ${FROM} where c.id = ${p.id} and ${scope('c.organization_id')}`,
});

/** Holds the payment until the transaction ends: of two reversals the second sees the first's status. */
export const lockPayment = statement<{ id: string }, { status: string }>({
  name: 'reversal.lock_payment',
  text: ({ p, scope }) => `
    select c.status from collected_payment c where c.id = ${p.id} and ${scope('c.organization_id')} for no key update`,
});

export type NewReversal = {
  id: string;
  organizationId: string;
  paymentId: string;
  reason: string | null;
  isNsf: boolean;
  reversedBy: string;
};

/** The reservation of a reversal: the row, and the payment's `reversal_pending`, in one statement. */
export const insertReversal = statement<NewReversal & { leaseMs: number }, { id: string }>({
  name: 'reversal.insert',
  text: ({ p, scope }) => `
    with pending as (
      update collected_payment set status = 'reversal_pending'
       where id = ${p.paymentId} and organization_id = ${p.organizationId} and ${scope('organization_id')}
         and status = 'posted'
      returning id, organization_id)
    insert into payment_reversal (id, organization_id, payment_id, status, reason, is_nsf, reversed_by, lease_until)
    select ${p.id}::text, organization_id, id, 'pending', ${p.reason}::text, ${p.isNsf}::boolean, ${p.reversedBy}::text,
           clock_timestamp() + make_interval(secs => ${p.leaseMs}::float8 / 1000)
      from pending
    returning id`,
});

type Id = { id: string; organizationId: string };
const OPEN = "status in ('pending', 'pending_confirmation')";

/** No row: somebody else has settled it already. */
export const settleReversed = statement<Id & { reversedAt: string; referenceNumber: number }, { paymentId: string }>({
  name: 'reversal.settle_reversed',
  text: ({ p, scope }) => `
    with settled as (
      update payment_reversal set status = 'reversed', reversed_at = ${p.reversedAt}::timestamptz,
             reference_number = ${p.referenceNumber}::bigint
       where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')} and ${OPEN}
      returning payment_id, organization_id)
    update collected_payment c set status = 'reversed' from settled s
     where c.id = s.payment_id and c.organization_id = s.organization_id
    returning c.id as "paymentId"`,
});

export const settleReversalUnknown = statement<Id, { id: string }>({
  name: 'reversal.settle_unknown',
  text: ({ p, scope }) => `
    update payment_reversal set status = 'pending_confirmation', lease_until = clock_timestamp()
     where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')} and status = 'pending'
    returning id`,
});

/** Refused by the loan system: the payment is `posted` again. A refused attempt is kept for the record. */
export const settleRefused = statement<Id, { paymentId: string }>({
  name: 'reversal.settle_refused',
  text: ({ p, scope }) =>
    notReversed(`id = ${p.id} and organization_id = ${p.organizationId}
    and ${scope('organization_id')} and ${OPEN}`),
});

/** Certainly not reversed, found out later; under the lease that whoever found out had read, as for payments. */
export const settleNotReversed = statement<Id & { lease: string }, { paymentId: string }>({
  name: 'reversal.settle_not_reversed',
  text: ({ p, scope }) =>
    notReversed(`id = ${p.id} and organization_id = ${p.organizationId}
    and ${scope('organization_id')} and ${OPEN} and lease_until = ${p.lease}::timestamptz`),
});

function notReversed(condition: string): string {
  return `
    with settled as (
      update payment_reversal set status = 'refused' where ${condition} returning payment_id, organization_id)
    update collected_payment c set status = 'posted' from settled s
     where c.id = s.payment_id and c.organization_id = s.organization_id
    returning c.id as "paymentId"`;
}

/** Never reached the loan system: the row goes, so that a retry may write it again under the same id. */
export const withdrawReversal = statement<Id, { paymentId: string }>({
  name: 'reversal.withdraw',
  text: ({ p, scope }) => `
    with withdrawn as (
      delete from payment_reversal
       where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')} and status = 'pending'
      returning payment_id, organization_id)
    update collected_payment c set status = 'posted' from withdrawn w
     where c.id = w.payment_id and c.organization_id = w.organization_id
    returning c.id as "paymentId"`,
});
