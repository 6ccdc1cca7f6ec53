import { columns, derived, type RowOf, typesOf } from '../../../../core/db/columns.js';
import { assigned, inserted, LEFT_OUT, leftOut, sameNamed, sql } from '../../../../core/db/insert-sql.js';
import { type ParametersOf, type StatementTools, statement } from '../../../../core/db/statement.js';
import { type EventValues, insertEventSql, NEXT_EVENT_SEQUENCE } from '../../../../core/events/insert-event-sql.js';
import { RECORDED_FIELDS } from '../payment/fields-from-collector.js';
import { leaseSql } from '../posting/posting-lease-sql.js';
import { ANSWER_WITH_GAPS, finishingFilled } from './answer-with-gaps.js';
import { NEW_PAYMENT, type NewPayment } from './new-payment-columns.js';
import { EQUAL_SINCE, possibleDuplicate } from './possible-duplicate-sql.js';

const POSTING_FACTS = {
  effectiveDate: 'date',
  referenceNumber: 'int8',
  postedAt: 'timestamptz',
  postingExternalId: 'text',
} as const;

const posted = (p: StatementTools<ParametersOf<typeof POSTING_FACTS>>['p']) =>
  ({
    status: sql(`'posted'`),
    ...sameNamed(p, ['effectiveDate', 'referenceNumber', 'postedAt', 'postingExternalId']),
    settledAt: sql('statement_timestamp()'),
  }) as const;

type Recording = NewPayment & ParametersOf<typeof EQUAL_SINCE>;

export const recorded = ({ p, scope }: Pick<StatementTools<Recording>, 'p' | 'scope'>) =>
  ({
    id: p.id,
    organizationId: sql('a.organization_id'),
    accountId: sql('a.id'),
    ...sameNamed(p, RECORDED_FIELDS),
    recordedBy: p.recordedBy,
    createdAt: LEFT_OUT,
    possibleDuplicateOf: possibleDuplicate(p, scope),
  }) as const;

const WITHDRAWN = columns('CollectedPayment', 'withdrawn', [
  'id',
  'organizationId',
  'accountId',
  'amountCents',
  'paymentMethod',
  'possibleDuplicateOf',
]);
/** The id of a payment that a statement has settled. */
const ID = columns('CollectedPayment', 'settled', ['id']);

/** What the recording statement finds: the time of recording, and the equal payment. */
const FOUND = ['createdAt', 'possibleDuplicateOf'] as const;
export const MARK = columns('CollectedPayment', 'marked', FOUND);
export const MARKED = 'select settled.created_at, settled.possible_duplicate_of from settled';
const INSERTED_MARK = columns('CollectedPayment', 'collected_payment', FOUND);
export type RecordedFacts = RowOf<typeof MARK>;

export const RETURNED =
  'id, organization_id, account_id, status, recorded_by, event_sequence, created_at, possible_duplicate_of';
/** The event of a settled payment. Before the first event no client has seen the payment. */
export const SETTLED = {
  object: 'payment',
  objectId: sql('settled.id'),
  organizationId: sql('settled.organization_id'),
  accountId: sql('settled.account_id'),
  sequence: sql('settled.event_sequence'),
  status: sql('settled.status'),
  previousStatus: sql(`case when settled.event_sequence > 1 then 'pending_confirmation' end`),
  actor: sql('settled.recorded_by'),
  possibleDuplicateOf: sql('settled.possible_duplicate_of'),
} satisfies Omit<EventValues, 'type'>;

/** An update that settles a payment, and its event. */
const settling = (update: string, event: Pick<EventValues, 'type' | 'code'>) => `
    with settled as (${update}
      returning ${RETURNED}
    ), recorded_event as (${insertEventSql({ ...SETTLED, ...event }, 'settled')})
    select ${ID} from settled`;

/** The reservation: written before the request to the loan system, under a lease longer than its timeout. */
export const insertPending = statement({
  name: 'collected_payment.insert_pending',
  takes: {
    ...NEW_PAYMENT,
    ...EQUAL_SINCE,
    ...typesOf('CollectedPayment', ['postingReference']),
    recordedOn: 'date',
    leaseMs: 'float8',
  },
  gives: INSERTED_MARK,
  text: ({ p, scope }) => {
    const { into, values } = inserted('CollectedPayment', {
      ...recorded({ p, scope }),
      recordedOn: p.recordedOn,
      postingReference: p.postingReference,
      status: sql(`'pending'`),
      leaseUntil: LEFT_OUT,
      referenceLeaseUntil: sql(`clock_timestamp() + make_interval(secs => ${p.leaseMs}::float8 / 1000)`),
      ...leftOut('effectiveDate', 'referenceNumber', 'postedAt', 'postingExternalId', 'settledAt', 'eventSequence'),
    });
    return `insert into ${into} select ${values}
      from account a where a.id = ${p.accountId} and a.organization_id = ${p.organizationId} and ${scope('a.organization_id')}
      returning ${INSERTED_MARK}`;
  },
});

/** A payment posted in the same transaction, and the final answer of its key: it is never visible as pending. */
export const insertPosted = statement({
  name: 'collected_payment.insert_posted',
  takes: { ...NEW_PAYMENT, ...EQUAL_SINCE, ...POSTING_FACTS, ...ANSWER_WITH_GAPS },
  gives: MARK,
  text: ({ p, scope }) => {
    const { into, values } = inserted('CollectedPayment', {
      ...recorded({ p, scope }),
      recordedOn: p.effectiveDate,
      ...posted(p),
      settledAt: sql('clock_timestamp()'),
      leaseUntil: LEFT_OUT,
      referenceLeaseUntil: LEFT_OUT,
      postingReference: LEFT_OUT,
      eventSequence: sql('1'),
    });
    return `with settled as (
      insert into ${into} select ${values}
      from account a where a.id = ${p.accountId} and a.organization_id = ${p.organizationId} and ${scope('a.organization_id')}
      returning ${RETURNED}
      ), recorded_event as (${insertEventSql({ ...SETTLED, type: 'payment.posted', previousStatus: sql('null') }, 'settled')}
      ), marked as (${MARKED}
      ), finished as (${finishingFilled({ p, scope }, sql(`${p.referenceNumber}::bigint`), 'from marked')})
      select ${MARK} from marked`;
  },
});

const PAYMENT_KEY = { id: 'CollectedPayment.id', organizationId: 'CollectedPayment.organizationId' } as const;

/** No row: it was settled already. */
export const settlePosted = statement({
  name: 'collected_payment.settle_posted',
  takes: { ...PAYMENT_KEY, ...POSTING_FACTS, code: 'text?' },
  gives: ID,
  text: ({ p, scope }) =>
    settling(
      `update collected_payment set ${assigned('CollectedPayment', { ...posted(p), eventSequence: NEXT_EVENT_SEQUENCE })}
        where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')}
          and status in ('pending', 'pending_confirmation')`,
      { type: 'payment.posted', code: p.code },
    ),
});

/** Its reference belongs to another posting, so it was never posted; the client has seen it as unconfirmed. */
export const settleDiffering = statement({
  name: 'collected_payment.settle_differing',
  takes: PAYMENT_KEY,
  gives: ID,
  text: ({ p, scope }) =>
    settling(
      `update collected_payment set status = 'failed', settled_at = statement_timestamp(), event_sequence = ${NEXT_EVENT_SEQUENCE}
        where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')}
          and status in ('pending', 'pending_confirmation') and event_sequence > 0`,
      { type: 'payment.failed', code: sql(`'not_posted'`) },
    ),
});

export const referenceOfPayment = statement({
  name: 'collected_payment.reference',
  takes: PAYMENT_KEY,
  gives: derived({ reference: 'text' }),
  text: ({ p, scope }) => `
    select coalesce(c.posting_reference, c.id) as reference from collected_payment c
     where c.id = ${p.id} and c.organization_id = ${p.organizationId} and ${scope('c.organization_id')}`,
});

/** The request was sent and its outcome is unknown; from now on only a lookup may decide it. */
export const settleUnknown = statement({
  name: 'collected_payment.settle_unknown',
  takes: PAYMENT_KEY,
  gives: ID,
  text: ({ p, scope }) =>
    settling(
      `update collected_payment set status = 'pending_confirmation', reference_lease_until = statement_timestamp(),
          event_sequence = ${NEXT_EVENT_SEQUENCE}
        where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')}
          and status = 'pending'`,
      { type: 'payment.pending_confirmation' },
    ),
});

/** Certainly not posted, and reported at once: the payment's row is deleted, the key's record keeps the result. */
export const withdrawPending = statement({
  name: 'collected_payment.withdraw_pending',
  takes: PAYMENT_KEY,
  gives: WITHDRAWN,
  text: ({ p, scope }) => `
    with withdrawn as (
      delete from collected_payment
       where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')} and status = 'pending'
      returning *)
    select ${WITHDRAWN} from withdrawn`,
});

/**
 * A payment that named the withdrawn one as its possible duplicate now names the one that the withdrawn one named:
 * every duplicate reference stays valid. Run it under the account's lock, in a statement after the one that took it:
 * it then sees every payment that referred to the withdrawn one. A payment that is being settled is skipped: its
 * transaction may wait for the account, and waiting for each other would be a deadlock.
 */
export const replaceWithdrawnDuplicate = statement({
  name: 'collected_payment.unname_withdrawn',
  takes: {
    ...PAYMENT_KEY,
    ...typesOf('CollectedPayment', ['accountId', 'amountCents', 'paymentMethod', 'possibleDuplicateOf']),
  },
  text: ({ p, scope }) => `
    with naming as (
      select n.id from collected_payment n
       where n.organization_id = ${p.organizationId} and n.account_id = ${p.accountId} and n.amount_cents = ${p.amountCents}
         and n.payment_method = ${p.paymentMethod} and n.possible_duplicate_of = ${p.id} and ${scope('n.organization_id')}
         for update skip locked)
    update collected_payment c set possible_duplicate_of = ${p.possibleDuplicateOf} from naming
     where c.organization_id = ${p.organizationId} and c.id = naming.id`,
});

/**
 * Certainly not posted, found out later: the client may have seen the payment, so it stays visible. Applies only
 * under the lease that the lookup read: a retry may have reserved the same id again and be posting it.
 */
export const settleFailed = statement({
  name: 'collected_payment.settle_failed',
  takes: { ...PAYMENT_KEY, lease: 'timestamptz', code: 'text' },
  gives: ID,
  text: ({ p, scope }) =>
    settling(
      `update collected_payment set status = 'failed', settled_at = statement_timestamp(), event_sequence = ${NEXT_EVENT_SEQUENCE}
        where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')}
          and status in ('pending', 'pending_confirmation') and ${leaseSql()} = ${p.lease}::timestamptz`,
      { type: 'payment.failed', code: p.code },
    ),
});
