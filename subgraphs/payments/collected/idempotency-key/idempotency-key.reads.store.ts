import { columns, type RowOf } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';
import { ANSWER, keyFormOrderSql } from '../../../../core/idempotency/idempotency.store.js';

const KEY = columns('IdempotencyRecord', 'idempotency_record', [
  'organizationId',
  'state',
  'subjectId',
  'createdAt',
  'expiresAt',
]);
export type KeyStateRow = RowOf<typeof KEY> & RowOf<typeof ANSWER>;

/**
 * The record of a key in each of the caller's organizations, nearly always in one. `keys` are all forms under which
 * it may be stored, the best first.
 */
export const keysInScope = statement({
  name: 'idempotency.within_reach',
  takes: { operation: 'IdempotencyRecord.operation', keys: 'IdempotencyRecord.key[]' },
  gives: [KEY, ANSWER],
  text: ({ p, scope }) => `
    select distinct on (organization_id) ${KEY}, ${ANSWER} from idempotency_record
     where ${scope('organization_id')} and operation = ${p.operation} and key = any(${p.keys}::text[])
       and (expires_at > now() or state = 'in_progress')
     order by organization_id, ${keyFormOrderSql(p.keys)} limit 2`,
});

const PAYMENT = columns('PaymentReversal', 'r', ['paymentId']);

/** The payment of a reversal. Also for a refused reversal, whose key has the refusal. */
export const paymentOfReversal = statement({
  name: 'idempotency.payment_of_reversal',
  takes: { id: 'PaymentReversal.id', organizationId: 'PaymentReversal.organizationId' },
  gives: PAYMENT,
  text: ({ p, scope }) => `
    select ${PAYMENT} from payment_reversal r
     where r.organization_id = ${p.organizationId} and r.id = ${p.id} and ${scope('r.organization_id')}`,
});
