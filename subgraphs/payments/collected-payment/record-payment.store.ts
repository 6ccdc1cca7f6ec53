import { statement } from '../../../core/db/statement.js';
import { type Finish, finishing } from '../../../core/idempotency/idempotency.store.js';

/** A payment as it is first written. */
export type NewPayment = {
  id: string;
  organizationId: string;
  accountId: string;
  amountCents: number;
  paymentMethod: string;
  checkNumber: number | null;
  cardBrand: string | null;
  externalReference: string | null;
  memo: string | null;
  recordedBy: string;
};

type PostingFacts = {
  effectiveDate: string;
  referenceNumber: number;
  postedAt: string;
  postingExternalId: string;
};

const NEW_COLUMNS = `id, organization_id, account_id, amount_cents, payment_method, check_number, card_brand,
  external_reference, memo, recorded_by`;

type Placeholders = { readonly [K in keyof NewPayment]: string };
const newValues = (p: Placeholders) => `${p.id}::text, a.organization_id, a.id, ${p.amountCents}::bigint,
  ${p.paymentMethod}::collected_payment_method, ${p.checkNumber}::bigint, ${p.cardBrand}::card_brand,
  ${p.externalReference}::text, ${p.memo}::text, ${p.recordedBy}::text`;

/** The reservation: written before the loan system is asked, under a lease longer than its timeout. */
export const insertPending = statement<NewPayment & { leaseMs: number }, { id: string }>({
  name: 'collected_payment.insert_pending',
  text: ({ p, scope }) => `
    insert into collected_payment (${NEW_COLUMNS}, status, lease_until)
    select ${newValues(p)}, 'pending', clock_timestamp() + make_interval(secs => ${p.leaseMs}::float8 / 1000)
      from account a where a.id = ${p.accountId} and a.organization_id = ${p.organizationId} and ${scope('a.organization_id')}
    returning id`,
});

type Finished = Finish & { operation: string; subjectId: string };

/** A payment whose posting happened in the same transaction, and the final answer of its key: it is never seen as pending. */
export const insertPosted = statement<NewPayment & PostingFacts & Finished, { id: string }>({
  name: 'collected_payment.insert_posted',
  text: ({ p, scope }) => `
    with finished as (${finishing({ p, scope })})
    insert into collected_payment (${NEW_COLUMNS}, status, effective_date, reference_number, posted_at,
                                   posting_external_id, settled_at)
    select ${newValues(p)}, 'posted', ${p.effectiveDate}::date, ${p.referenceNumber}::bigint, ${p.postedAt}::timestamptz,
           ${p.postingExternalId}::text, clock_timestamp()
      from account a where a.id = ${p.accountId} and a.organization_id = ${p.organizationId} and ${scope('a.organization_id')}
    returning id`,
});

type Id = { id: string; organizationId: string };

/** No row: somebody else has settled it already. */
export const settlePosted = statement<Id & PostingFacts, { id: string }>({
  name: 'collected_payment.settle_posted',
  text: ({ p, scope }) => `
    update collected_payment set status = 'posted', effective_date = ${p.effectiveDate}::date,
           reference_number = ${p.referenceNumber}::bigint, posted_at = ${p.postedAt}::timestamptz,
           posting_external_id = ${p.postingExternalId}::text, settled_at = clock_timestamp()
     where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')}
       and status in ('pending', 'pending_confirmation')
    returning id`,
});

/** The request was sent and nobody knows what became of it; from now on only a probe may tell. */
export const settleUnknown = statement<Id, { id: string }>({
  name: 'collected_payment.settle_unknown',
  text: ({ p, scope }) => `
    update collected_payment set status = 'pending_confirmation', lease_until = clock_timestamp()
     where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')} and status = 'pending'
    returning id`,
});

/** Certainly not posted, and told so at once: the row goes, the key's record keeps the story. */
export const withdrawPending = statement<Id, { id: string }>({
  name: 'collected_payment.withdraw_pending',
  text: ({ p, scope }) => `
    delete from collected_payment
     where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')} and status = 'pending'
    returning id`,
});

/**
 * Certainly not posted, found out later: the client may have seen the payment, so it stays visible. Only under the lease that
 * whoever found out had read: a retry may have reserved the same id anew meanwhile, and be posting it.
 */
export const settleFailed = statement<Id & { lease: string }, { id: string }>({
  name: 'collected_payment.settle_failed',
  text: ({ p, scope }) => `
    update collected_payment set status = 'failed', settled_at = clock_timestamp()
     where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')}
       and status in ('pending', 'pending_confirmation') and lease_until = ${p.lease}::timestamptz
    returning id`,
});
