import { lockById } from '../../../../core/db/by-id.js';
import { columns, columnsAs, derived, type RowOf, typesOf } from '../../../../core/db/columns.js';
import { assigned, inserted, LEFT_OUT, leftOut, sameNamed, sql } from '../../../../core/db/insert-sql.js';
import { statement } from '../../../../core/db/statement.js';
import { type EventValues, insertEventSql, NEXT_EVENT_SEQUENCE } from '../../../../core/events/insert-event-sql.js';
import { leaseSql } from '../posting/posting-lease-sql.js';

const PAYMENT = columnsAs('CollectedPayment', 'c', {
  paymentId: 'id',
  organizationId: 'organizationId',
  accountId: 'accountId',
  postingExternalId: 'postingExternalId',
  amountCents: 'amountCents',
  status: 'status',
});
/** The reference with which the payment was posted. */
const REFERENCE = derived({ paymentReference: 'text' });
const REFERENCE_SQL = 'coalesce(c.posting_reference, c.id) as "paymentReference"';
const ACCOUNT = columns('Account', 'a', ['loanSystemCode', 'externalId']);
const LENDER = columns('Organization', 'o', ['recoveringSince']);

/** A posted payment with what its loan system needs to reverse it. */
export type ReversiblePaymentRow = RowOf<typeof PAYMENT> &
  RowOf<typeof REFERENCE> &
  RowOf<typeof ACCOUNT> &
  RowOf<typeof LENDER>;

const FROM = `from collected_payment c join account a on a.organization_id = c.organization_id and a.id = c.account_id
      join organization o on o.id = c.organization_id`;

export const reversiblePayment = statement({
  name: 'reversal.payment',
  takes: { id: 'CollectedPayment.id' },
  gives: [PAYMENT, REFERENCE, ACCOUNT, LENDER],
  text: ({ p, scope }) => `
    select ${PAYMENT}, ${REFERENCE_SQL}, ${ACCOUNT}, ${LENDER} ${FROM} where c.id = ${p.id} and ${scope('c.organization_id')}`,
});

const STATUS = columns('CollectedPayment', 'c', ['status']);

/** Locks the payment until the transaction ends: of two reversals the second sees the first one's status. */
export const lockPayment = lockById('reversal.lock_payment', 'CollectedPayment', 'c', STATUS, 'for no key update');

const REVERSAL_KEY = { id: 'PaymentReversal.id', organizationId: 'PaymentReversal.organizationId' } as const;
const REVERSAL_ID = columns('PaymentReversal', 'payment_reversal', ['id']);

/** The reservation of a reversal: its row, and the payment's `reversal_pending`, in one statement. */
export const insertReversal = statement({
  name: 'reversal.insert',
  takes: {
    ...REVERSAL_KEY,
    ...typesOf('PaymentReversal', ['paymentId', 'reason', 'isNsf', 'reversedBy', 'postingReference']),
    leaseMs: 'float8',
  },
  gives: REVERSAL_ID,
  text: ({ p, scope }) => {
    const { into, values } = inserted('PaymentReversal', {
      id: p.id,
      organizationId: sql('organization_id'),
      paymentId: sql('id'),
      status: sql(`'pending'`),
      ...sameNamed(p, ['reason', 'isNsf', 'reversedBy', 'postingReference']),
      ...leftOut('reversedAt', 'referenceNumber', 'createdAt'),
      leaseUntil: LEFT_OUT,
      referenceLeaseUntil: sql(`clock_timestamp() + make_interval(secs => ${p.leaseMs}::float8 / 1000)`),
    });
    return `
    with pending as (
      update collected_payment set status = 'reversal_pending'
       where id = ${p.paymentId} and organization_id = ${p.organizationId} and ${scope('organization_id')}
         and status = 'posted'
      returning id, organization_id)
    insert into ${into} select ${values}
      from pending
    returning ${REVERSAL_ID}`;
  },
});

/**
 * The reversal that a payment was taken up with. Its key is not stored, although it is younger than keys are kept: a
 * restore has lost it.
 */
export const reversalByReference = statement({
  name: 'reversal.by_reference',
  takes: {
    organizationId: 'PaymentReversal.organizationId',
    paymentId: 'PaymentReversal.paymentId',
    references: 'text[]',
  },
  gives: REVERSAL_ID,
  text: ({ p, scope }) => `
    select ${REVERSAL_ID} from payment_reversal
     where organization_id = ${p.organizationId} and payment_id = ${p.paymentId} and status <> 'refused'
       and posting_reference = any(${p.references}::text[]) and created_at > now() - interval '30 days'
       and ${scope('organization_id')}`,
});

const PAYMENT_ID = columnsAs('CollectedPayment', 'c', { paymentId: 'id' });
const TOLD_PAYMENT_ID = columnsAs('CollectedPayment', 'changed', { paymentId: 'id' });

const CHANGED = {
  object: 'payment',
  objectId: sql('changed.id'),
  organizationId: sql('changed.organization_id'),
  accountId: sql('changed.account_id'),
  sequence: sql('changed.event_sequence'),
  status: sql('changed.status'),
  // The client that requested it has an answer with an unknown outcome, or still waits for the answer.
  previousStatus: sql(`case when was.status = 'pending_confirmation' then 'reversal_pending' else 'posted' end`),
  actor: sql('settled.reversed_by'),
  possibleDuplicateOf: sql('changed.possible_duplicate_of'),
} satisfies Omit<EventValues, 'type'>;

/** Follows an update of the reversal, `settled`: changes its payment's status and inserts the event. */
const changing = (status: string, event: Pick<EventValues, 'type' | 'code'>) => `
    changed as (
      update collected_payment c set status = '${status}', event_sequence = ${NEXT_EVENT_SEQUENCE} from settled s
       where c.id = s.payment_id and c.organization_id = s.organization_id
      returning c.id, c.organization_id, c.account_id, c.status, c.event_sequence, c.possible_duplicate_of
    ), recorded_event as (${insertEventSql({ ...CHANGED, ...event }, 'changed cross join settled cross join was')})
    select ${TOLD_PAYMENT_ID} from changed`;
/** The reversal's previous state: the settling statement locks it, so it cannot change in between. */
const was = (p: { readonly id: string; readonly organizationId: string }) => `was as (
      select w.status from payment_reversal w where w.id = ${p.id} and w.organization_id = ${p.organizationId})`;
const OPEN = "status in ('pending', 'pending_confirmation')";

/** No row: it was settled already. */
export const settleReversed = statement({
  name: 'reversal.settle_reversed',
  takes: { ...REVERSAL_KEY, reversedAt: 'timestamptz', referenceNumber: 'int8' },
  gives: TOLD_PAYMENT_ID,
  text: ({ p, scope }) => `
    with ${was(p)}, settled as (
      update payment_reversal set ${assigned('PaymentReversal', {
        status: sql(`'reversed'`),
        reversedAt: p.reversedAt,
        referenceNumber: p.referenceNumber,
      })}
       where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')} and ${OPEN}
      returning payment_id, organization_id, reversed_by),
    ${changing('reversed', { type: 'payment.reversed' })}`,
});

export const settleReversalUnknown = statement({
  name: 'reversal.settle_unknown',
  takes: REVERSAL_KEY,
  gives: REVERSAL_ID,
  text: ({ p, scope }) => `
    update payment_reversal set status = 'pending_confirmation', reference_lease_until = statement_timestamp()
     where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')} and status = 'pending'
    returning ${REVERSAL_ID}`,
});

/** Refused by the loan system: the payment is `posted` again. The refused attempt is kept. */
export const settleRefused = statement({
  name: 'reversal.settle_refused',
  takes: { ...REVERSAL_KEY, code: 'text' },
  gives: TOLD_PAYMENT_ID,
  text: ({ p, scope }) =>
    notReversed(
      was(p),
      `id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')} and ${OPEN}`,
      p.code,
    ),
});

/** Certainly not reversed, found out later. Applies only under the lease that the lookup read, as for payments. */
export const settleNotReversed = statement({
  name: 'reversal.settle_not_reversed',
  takes: { ...REVERSAL_KEY, lease: 'timestamptz', code: 'text' },
  gives: TOLD_PAYMENT_ID,
  text: ({ p, scope }) =>
    notReversed(
      was(p),
      `id = ${p.id} and organization_id = ${p.organizationId}
        and ${scope('organization_id')} and ${OPEN} and ${leaseSql()} = ${p.lease}::timestamptz`,
      p.code,
    ),
});

function notReversed(before: string, condition: string, code: EventValues['code'] & string): string {
  return `
    with ${before}, settled as (
      update payment_reversal set status = 'refused' where ${condition}
      returning payment_id, organization_id, reversed_by),
    ${changing('posted', { type: 'payment.reversal_refused', code })}`;
}

/** Never reached the loan system: the row is deleted, so that a retry may write it again under the same id. */
export const withdrawReversal = statement({
  name: 'reversal.withdraw',
  takes: REVERSAL_KEY,
  gives: PAYMENT_ID,
  text: ({ p, scope }) => `
    with withdrawn as (
      delete from payment_reversal
       where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')} and status = 'pending'
      returning payment_id, organization_id)
    update collected_payment c set status = 'posted' from withdrawn w
     where c.id = w.payment_id and c.organization_id = w.organization_id
    returning ${PAYMENT_ID}`,
});
