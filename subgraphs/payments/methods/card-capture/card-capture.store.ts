import { columns, columnsAs, derived, type RowOf, typesOf } from '../../../../core/db/columns.js';
import { assigned, inserted, LEFT_OUT, sameNamed, sql } from '../../../../core/db/insert-sql.js';
import type { OwnerStatement } from '../../../../core/db/row-key.js';
import { statement } from '../../../../core/db/statement.js';
import { ANSWER } from '../../../../core/idempotency/idempotency.store.js';

/** A capture that has begun: its borrower, and whether a process still works on it. */
const BEGUN = columns('CardCapture', 'c', [
  'id',
  'organizationId',
  'accountId',
  'partyId',
  'billingAddressId',
  'customer',
]);
const LEASED = derived({ isLeased: 'bool' });
const CAPTURE = [BEGUN, LEASED] as const;
export type CardCaptureRow = RowOf<typeof BEGUN> & RowOf<typeof LEASED>;

const SELECTED = `${BEGUN}, c.lease_until > clock_timestamp() as "isLeased"`;
const ID = columns('CardCapture', 'card_capture', ['id']);
const KEY = { id: 'CardCapture.id', organizationId: 'CardCapture.organizationId' } as const;

const lease = (leaseMs: string) => sql(`statement_timestamp() + make_interval(secs => ${leaseMs}::float8 / 1000)`);

/** The owner of a capture; also after it is deleted, because its key is kept longer. */
export const captureOwner: OwnerStatement = statement({
  name: 'card_capture.owner',
  takes: { id: 'CardCapture.id' },
  gives: derived({ organizationId: 'Organization.id' }),
  text: ({ p, scope }) => `
    select c.organization_id as "organizationId" from card_capture c where c.id = ${p.id} and ${scope('c.organization_id')}
    union
    select r.organization_id from idempotency_record r
     where r.subject_id = ${p.id} and r.operation = 'capture_card' and ${scope('r.organization_id')}`,
});

/** Locks the capture until the transaction ends. No row: it has its answer, or was given up long ago. */
export const lockCapture = statement({
  name: 'card_capture.lock',
  takes: KEY,
  gives: CAPTURE,
  text: ({ p, scope }) => `
    select ${SELECTED} from card_capture c
     where c.id = ${p.id} and c.organization_id = ${p.organizationId} and ${scope('c.organization_id')} for update`,
});

const KEY_OF = columnsAs('IdempotencyRecord', 'idempotency_record', { id: 'subjectId' });

/**
 * Locks a capture's key until the transaction ends. To lock the capture too, lock the key first, as a claim does; in
 * the other order two tries would deadlock.
 */
export const lockKeyOfCapture = statement({
  name: 'card_capture.lock_key',
  takes: { id: 'IdempotencyRecord.subjectId', organizationId: 'IdempotencyRecord.organizationId' },
  gives: KEY_OF,
  text: ({ p, scope }) => `
    select ${KEY_OF} from idempotency_record
     where subject_id = ${p.id} and operation = 'capture_card' and organization_id = ${p.organizationId}
       and ${scope('organization_id')} for update`,
});

export const insertCapture = statement({
  name: 'card_capture.insert',
  takes: {
    ...KEY,
    ...typesOf('CardCapture', ['accountId', 'partyId', 'billingAddressId', 'customer']),
    leaseMs: 'float8',
  },
  gives: CAPTURE,
  text: ({ p, scope }) => {
    const { into, values } = inserted(
      'CardCapture',
      {
        id: p.id,
        organizationId: sql('a.organization_id'),
        accountId: sql('a.id'),
        ...sameNamed(p, ['partyId', 'billingAddressId', 'customer']),
        leaseUntil: lease(p.leaseMs),
        createdAt: LEFT_OUT,
      },
      'c',
    );
    return `
    insert into ${into} select ${values}
      from account a where a.id = ${p.accountId} and a.organization_id = ${p.organizationId} and ${scope('a.organization_id')}
    returning ${SELECTED}`;
  },
});

export const renewLease = statement({
  name: 'card_capture.renew_lease',
  takes: { ...KEY, leaseMs: 'float8' },
  gives: ID,
  text: ({ p, scope }) => `
    update card_capture set ${assigned('CardCapture', { leaseUntil: lease(p.leaseMs) })}
     where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')} returning ${ID}`,
});

/** No process works on it any more: the next retry may resume it. */
export const endLease = statement({
  name: 'card_capture.end_lease',
  takes: { id: 'CardCapture.id' },
  gives: ID,
  text: ({ p, scope }) => `
    update card_capture set lease_until = statement_timestamp()
     where id = ${p.id} and ${scope('organization_id')} returning ${ID}`,
});

export const deleteCapture = statement({
  name: 'card_capture.delete',
  takes: KEY,
  gives: ID,
  text: ({ p, scope }) => `
    delete from card_capture
     where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')} returning ${ID}`,
});

/** The result of a capture: its key returns it from then on. */
export const answerOfCapture = statement({
  name: 'card_capture.answer',
  takes: { captureId: 'IdempotencyRecord.subjectId' },
  gives: ANSWER,
  text: ({ p, scope }) => `
    select ${ANSWER} from idempotency_record
     where subject_id = ${p.captureId} and operation = 'capture_card' and state = 'finished' and answer is not null
       and ${scope('organization_id')}`,
});

/**
 * An active borrower on an account: the one named, or else the primary borrower, who counts even if only the
 * account's own record in the loan system names them.
 */
export const activeBorrower = statement({
  name: 'card_capture.active_borrower',
  takes: { accountId: 'Account.id', namedPartyId: 'Person.id?' },
  gives: derived({ partyId: 'Person.id' }),
  text: ({ p, scope }) => `
    select a.chosen as "partyId"
      from (select id, organization_id, primary_borrower_party_id,
                   coalesce(${p.namedPartyId}::text, primary_borrower_party_id) as chosen from account) a
      left join account_borrower b on b.organization_id = a.organization_id and b.account_id = a.id
        and b.person_id = a.chosen
     where a.id = ${p.accountId} and ${scope('a.organization_id')}
       and coalesce(b.is_active, a.chosen = a.primary_borrower_party_id)`,
});

const ADDRESS = columns('PersonAddress', 'd', ['id', 'line1', 'line2', 'city', 'state', 'postalCode', 'country']);
export type BillingAddressRow = RowOf<typeof ADDRESS>;

/** A borrower's saved address: the one named, or else the current billing address. */
export const billingAddressOf = statement({
  name: 'card_capture.billing_address',
  takes: { partyId: 'PersonAddress.personId', namedAddressId: 'PersonAddress.id?' },
  gives: ADDRESS,
  text: ({ p, scope }) => `
    select ${ADDRESS}
      from person_address d
     where d.person_id = ${p.partyId} and ${scope('d.organization_id')}
       and case when ${p.namedAddressId}::text is null then d.is_current and d.kind = 'billing'
                else d.id = ${p.namedAddressId} end
     order by d.id desc limit 1`,
});

const CUSTOMER = columnsAs('PaymentMethod', 'm', { customer: 'processorCustomer' });

/** A processor's identifier of a borrower, from the latest instrument it stores for them. */
export const customerOfParty = statement({
  name: 'card_capture.customer_of_party',
  takes: { partyId: 'PaymentMethod.partyId', processor: 'text' },
  gives: CUSTOMER,
  text: ({ p, scope }) => `
    select ${CUSTOMER} from payment_method m
     where m.party_id = ${p.partyId} and m.processor = ${p.processor} and m.processor_customer is not null
       and ${scope('m.organization_id')}
     order by m.id desc limit 1`,
});

const ABANDONED = `c.created_at <= now() - interval '24 hours' and c.lease_until <= now()
         and not exists (
           select from idempotency_record r
            where r.organization_id = c.organization_id and r.subject_id = c.id and r.expires_at > now())`;

/** Organizations with captures whose key can no longer be repeated. */
export const organizationsWithAbandonedCaptures = statement({
  name: 'card_capture.organizations_abandoned',
  gives: columns('CardCapture', 'c', ['organizationId']),
  text: ({ scope }) => `
    select distinct c.organization_id as "organizationId" from card_capture c
     where ${ABANDONED} and ${scope('c.organization_id')}`,
});

/** Housekeeping, one organization's batch at a time. A capture in progress is younger than the limit. */
export const deleteAbandonedCaptures = statement({
  name: 'card_capture.delete_abandoned',
  takes: { organizationId: 'CardCapture.organizationId', limit: 'int4' },
  gives: derived({ deleted: 'int8' }),
  text: ({ p, scope }) => `
    with abandoned as (
      select c.id from card_capture c
       where ${ABANDONED} and c.organization_id = ${p.organizationId} and ${scope('c.organization_id')}
       order by c.created_at limit ${p.limit}::int for update of c skip locked),
    gone as (
      delete from card_capture c using abandoned a
       where c.organization_id = ${p.organizationId} and c.id = a.id returning 1)
    select count(*) as deleted from gone`,
});
