import { statement } from '../../../core/db/statement.js';
import { ANSWER, type AnswerColumns } from '../../../core/idempotency/idempotency.store.js';

/** A capture that has begun: who it is for, and whether anybody still works on it. */
export interface CardCaptureRow {
  readonly id: string;
  readonly organizationId: string;
  readonly accountId: string;
  readonly partyId: string;
  /** Null: a one-time address, which is not kept. */
  readonly billingAddressId: string | null;
  /** The processor's name for the borrower when the capture began. */
  readonly customer: string | null;
  readonly isLeased: boolean;
}

const COLUMNS = `c.id, c.organization_id as "organizationId", c.account_id as "accountId", c.party_id as "partyId",
  c.billing_address_id as "billingAddressId", c.customer, c.lease_until > clock_timestamp() as "isLeased"`;

const lease = (leaseMs: string) => `clock_timestamp() + make_interval(secs => ${leaseMs}::float8 / 1000)`;

/** Holds the capture until the transaction ends. No row: it has its answer, or was given up long ago. */
export const lockCapture = statement<{ id: string }, CardCaptureRow>({
  name: 'card_capture.lock',
  text: ({ p, scope }) => `
    select ${COLUMNS} from card_capture c where c.id = ${p.id} and ${scope('c.organization_id')} for update`,
});

/**
 * Holds a capture's key until the transaction ends. Whoever locks the capture too takes the key first, as a claim does; in the
 * other order two tries would wait for each other.
 */
export const lockKeyOfCapture = statement<{ id: string }, { id: string }>({
  name: 'card_capture.lock_key',
  text: ({ p, scope }) => `
    select subject_id as id from idempotency_record
     where subject_id = ${p.id} and operation = 'capture_card' and ${scope('organization_id')} for update`,
});

type NewCapture = {
  id: string;
  accountId: string;
  partyId: string;
  billingAddressId: string | null;
  customer: string | null;
  leaseMs: number;
};

export const insertCapture = statement<NewCapture, CardCaptureRow>({
  name: 'card_capture.insert',
  text: ({ p, scope }) => `
    insert into card_capture as c (id, organization_id, account_id, party_id, billing_address_id, customer, lease_until)
    select ${p.id}::text, a.organization_id, a.id, ${p.partyId}::text, ${p.billingAddressId}::text, ${p.customer}::text,
           ${lease(p.leaseMs)}
      from account a where a.id = ${p.accountId} and ${scope('a.organization_id')}
    returning ${COLUMNS}`,
});

export const renewLease = statement<{ id: string; leaseMs: number }, { id: string }>({
  name: 'card_capture.renew_lease',
  text: ({ p, scope }) => `
    update card_capture set lease_until = ${lease(p.leaseMs)}
     where id = ${p.id} and ${scope('organization_id')} returning id`,
});

/** Nobody works on it any more: the next retry may resume. */
export const endLease = statement<{ id: string }, { id: string }>({
  name: 'card_capture.end_lease',
  text: ({ p, scope }) => `
    update card_capture set lease_until = clock_timestamp()
     where id = ${p.id} and ${scope('organization_id')} returning id`,
});

export const deleteCapture = statement<{ id: string }, { id: string }>({
  name: 'card_capture.delete',
  text: ({ p, scope }) => `delete from card_capture where id = ${p.id} and ${scope('organization_id')} returning id`,
});

/** The answer that a capture has come to: what its key is answered with from then on. */
export const answerOfCapture = statement<{ captureId: string }, AnswerColumns>({
  name: 'card_capture.answer',
  text: ({ p, scope }) => `
    select ${ANSWER} from idempotency_record
     where subject_id = ${p.captureId} and operation = 'capture_card' and state = 'finished' and answer is not null
       and ${scope('organization_id')}`,
});

/**
 * An active borrower on an account: the one that is named, or else the primary borrower, who counts also where the loan system
 * tells of them on the account only.
 */
export const activeBorrower = statement<{ accountId: string; namedPartyId: string | null }, { partyId: string }>({
  name: 'card_capture.active_borrower',
  text: ({ p, scope }) => `
    select a.chosen as "partyId"
      from (select id, organization_id, primary_borrower_party_id,
                   coalesce(${p.namedPartyId}::text, primary_borrower_party_id) as chosen from account) a
      left join account_borrower b on b.organization_id = a.organization_id and b.account_id = a.id
        and b.person_id = a.chosen
     where a.id = ${p.accountId} and ${scope('a.organization_id')}
       and coalesce(b.is_active, a.chosen = a.primary_borrower_party_id)`,
});

export interface BillingAddressRow {
  readonly id: string;
  readonly line1: string;
  readonly line2: string | null;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly country: string;
}

type AddressChoice = { partyId: string; namedAddressId: string | null };

/** A borrower's saved address: the one that is named, or else the current one for billing. */
export const billingAddressOf = statement<AddressChoice, BillingAddressRow>({
  name: 'card_capture.billing_address',
  text: ({ p, scope }) => `
    select d.id, d.line1, d.line2, d.city, d.state, d.postal_code as "postalCode", d.country
      from person_address d
     where d.person_id = ${p.partyId} and ${scope('d.organization_id')}
       and case when ${p.namedAddressId}::text is null then d.is_current and d.kind = 'billing'
                else d.id = ${p.namedAddressId} end
     order by d.id desc limit 1`,
});

/** A processor's name for a borrower, from the latest instrument that it keeps of theirs. */
export const customerOfParty = statement<{ partyId: string; processor: string }, { customer: string }>({
  name: 'card_capture.customer_of_party',
  text: ({ p, scope }) => `
    select m.processor_customer as customer from payment_method m
     where m.party_id = ${p.partyId} and m.processor = ${p.processor} and m.processor_customer is not null
       and ${scope('m.organization_id')}
     order by m.id desc limit 1`,
});

/**
 * Housekeeping: captures whose key nobody may repeat any more. One that is being captured is younger than that.
 */
export const deleteAbandonedCaptures = statement<{ limit: number }, { deleted: number }>({
  name: 'card_capture.delete_abandoned',
  unscoped: 'housekeeping over all organizations; reads nothing',
  text: ({ p }) => `
    with abandoned as (
      select c.id from card_capture c
       where c.created_at <= now() - interval '24 hours' and c.lease_until <= now()
         and not exists (select from idempotency_record r where r.subject_id = c.id and r.expires_at > now())
       limit ${p.limit}::int for update skip locked),
    gone as (delete from card_capture c using abandoned a where c.id = a.id returning 1)
    select count(*) as deleted from gone`,
});
