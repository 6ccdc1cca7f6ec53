import { columns, columnsAs, derived, type RowOf } from '../../../../core/db/columns.js';
import { assigned, sql } from '../../../../core/db/insert-sql.js';
import { statement } from '../../../../core/db/statement.js';
import { keyFormOrderSql } from '../../../../core/idempotency/idempotency.store.js';
import { RECORDED_FIELDS } from '../payment/fields-from-collector.js';

const KEY = { id: 'PaymentBatch.id', organizationId: 'PaymentBatch.organizationId' } as const;

const WORK = columns('PaymentBatch', 'b', [
  'id',
  'organizationId',
  'mode',
  'isDryRun',
  'fruitlessPasses',
  'actorKind',
  'actor',
]);
export type BatchWork = RowOf<typeof WORK>;

/** `isKeyValid`: whether the API key responsible for the batch, if there is one, may still record payments for its organization. */
const STANDING = derived({ isActive: 'bool', isKeyValid: 'bool' });
export type BatchPermissions = RowOf<typeof STANDING>;

const ID = columns('PaymentBatch', 'b', ['id']);

/** Leases the batch to this worker. No row: another worker has it, it is not due yet, or it is over. */
export const takeBatch = statement({
  name: 'payment_batch.take',
  takes: { ...KEY, leaseMs: 'float8' },
  gives: WORK,
  text: ({ p, scope }) => `
    update payment_batch b set status = 'processing', next_pass_at = null,
           lease_until = now() + make_interval(secs => ${p.leaseMs}::float8 / 1000)
     where b.id = ${p.id} and b.organization_id = ${p.organizationId} and ${scope('b.organization_id')}
       and b.status in ('accepted', 'processing')
       and (b.lease_until is null or b.lease_until <= now())
       and (b.next_pass_at is null or b.next_pass_at <= now())
    returning ${WORK}`,
});

/** Whether a batch may continue. Read separately, because API keys are above organizations. */
export const batchPermissions = statement({
  name: 'payment_batch.standing',
  takes: { organizationId: KEY.organizationId, actorKind: 'PaymentBatch.actorKind', actor: 'PaymentBatch.actor' },
  gives: STANDING,
  text: ({ p, scope }) => `
    with valid as materialized (
      select count(*) > 0 as "isKeyValid" from api_key k
       where k.prefix = ${p.actor} and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
         and ${p.organizationId}::text = any(k.organization_ids) and 'external_payments:write' = any(k.scopes))
    select o.is_active as "isActive", (${p.actorKind}::text <> 'api_key' or valid."isKeyValid") as "isKeyValid"
      from organization o cross join valid where o.id = ${p.organizationId} and ${scope('o.id')}`,
});

/** Releases the batch: after `pauseMs` any worker may take it again. */
export const releaseBatch = statement({
  name: 'payment_batch.release',
  takes: { ...KEY, fruitlessPasses: 'PaymentBatch.fruitlessPasses', pauseMs: 'float8' },
  gives: ID,
  text: ({ p, scope }) => `
    update payment_batch b set lease_until = null, fruitless_passes = ${p.fruitlessPasses}::int,
           next_pass_at = now() + make_interval(secs => ${p.pauseMs}::float8 / 1000)
     where b.id = ${p.id} and b.organization_id = ${p.organizationId} and b.status = 'processing' and ${scope('b.organization_id')}
    returning ${ID}`,
});

export const endBatch = statement({
  name: 'payment_batch.end',
  takes: { ...KEY, status: 'PaymentBatch.status', stopReason: 'PaymentBatch.stopReason' },
  gives: ID,
  text: ({ p, scope }) => `
    update payment_batch b set ${assigned('PaymentBatch', {
      status: p.status,
      stopReason: p.stopReason,
      finishedAt: sql('now()'),
      leaseUntil: sql('null'),
      nextPassAt: sql('null'),
    })}
     where b.id = ${p.id} and b.organization_id = ${p.organizationId} and b.status = 'processing' and ${scope('b.organization_id')}
    returning ${ID}`,
});

const ROW = columns('PaymentBatchRow', 'r', ['position', 'sealedKey', 'accountId', ...RECORDED_FIELDS]);
export type OpenRow = RowOf<typeof ROW>;

const OF_BATCH = {
  batchId: 'PaymentBatchRow.batchId',
  organizationId: 'PaymentBatchRow.organizationId',
} as const;

/**
 * Rows that were not tried yet, in order. Rows of an account whose loan system was unavailable in this pass wait:
 * payments of one account keep their order.
 */
export const openRows = statement({
  name: 'payment_batch_row.open',
  takes: { ...OF_BATCH, afterPosition: 'int4', limit: 'int4' },
  gives: ROW,
  text: ({ p, scope }) => `
    select ${ROW} from payment_batch_row r
     where r.organization_id = ${p.organizationId} and r.batch_id = ${p.batchId} and r.position > ${p.afterPosition}::int
       and r.outcome is null and ${scope('r.organization_id')}
       and (r.account_id is null or r.account_id <> all (array(
         select u.account_id from payment_batch_row u
          where u.organization_id = ${p.organizationId} and u.batch_id = ${p.batchId} and u.outcome = 'unavailable'
            and u.account_id is not null and ${scope('u.organization_id')})))
     order by r.position limit ${p.limit}::int`,
});

const POSITION = columns('PaymentBatchRow', 'r', ['position']);

const WRITTEN = columns('PaymentBatchRow', 'r', ['position', 'outcome']);
export type WrittenRow = RowOf<typeof WRITTEN>;

/**
 * Writes outcomes and returns each row as it is written. A row's key is deleted with its outcome, unless the row
 * will be tried again.
 *
 * The payment of an outcome was committed by an earlier transaction, and an asynchronous failover since then may
 * have lost it. Therefore an outcome that names a payment is written only if the payment is in the database, whose
 * log has it before this statement. Any other such row becomes `unavailable` and is tried again under its key.
 *
 * `outcomes`: a JSON array. `isOrdered`: rows after the first lost payment keep their state, because they must not
 * be decided before it.
 */
export const writeOutcomes = statement({
  name: 'payment_batch_row.write_outcomes',
  takes: { ...OF_BATCH, outcomes: 'json', isOrdered: 'bool' },
  gives: WRITTEN,
  text: ({ p, scope }) => `
    update payment_batch_row r set
           outcome = case when u."isHere" then u.outcome else 'unavailable' end,
           error_code = case when u."isHere" then u."errorCode" else 'service_unavailable' end,
           reason = case when u."isHere" then u.reason end,
           payment_id = case when u."isHere" then u."paymentId" end,
           sealed_key = case when not u."isHere" or u.outcome = 'unavailable' then r.sealed_key end
      from (
        select h.*, count(*) filter (where not h."isHere") over (order by h.position) as "lostSoFar"
          from (
            select t.*, (t."paymentId" is null or exists (
                     select from collected_payment c
                      where c.organization_id = ${p.organizationId} and c.id = t."paymentId" and ${scope('c.organization_id')})) as "isHere"
              from json_to_recordset(${p.outcomes}::json)
                as t(position int, outcome payment_batch_row_outcome, "errorCode" text, reason text, "paymentId" text)) h) u
     where r.organization_id = ${p.organizationId} and r.batch_id = ${p.batchId} and r.position = u.position
       and (not ${p.isOrdered}::bool or u."lostSoFar" = 0 or (u."lostSoFar" = 1 and not u."isHere"))
       and ${scope('r.organization_id')}
    returning ${WRITTEN}`,
});

/** Rows that were unavailable are tried again. */
export const reopenRows = statement({
  name: 'payment_batch_row.reopen',
  takes: OF_BATCH,
  gives: POSITION,
  text: ({ p, scope }) => `
    update payment_batch_row r set outcome = null, error_code = null, reason = null
     where r.organization_id = ${p.organizationId} and r.batch_id = ${p.batchId} and r.outcome = 'unavailable'
       and ${scope('r.organization_id')}
    returning ${POSITION}`,
});

/** Whether rows wait for their loan system. */
export const countUnavailable = statement({
  name: 'payment_batch_row.count_unavailable',
  takes: OF_BATCH,
  gives: derived({ rows: 'int8' }),
  text: ({ p, scope }) => `
    select count(*) as rows from payment_batch_row r
     where r.organization_id = ${p.organizationId} and r.batch_id = ${p.batchId} and r.outcome = 'unavailable'
       and ${scope('r.organization_id')}`,
});

/** Resets the count of passes without progress. */
export const resetFruitlessPasses = statement({
  name: 'payment_batch.count_fruitful',
  takes: KEY,
  gives: ID,
  text: ({ p, scope }) => `
    update payment_batch b set fruitless_passes = 0
     where b.id = ${p.id} and b.organization_id = ${p.organizationId} and b.fruitless_passes > 0 and ${scope('b.organization_id')}
    returning ${ID}`,
});

const PAYMENT_OF_KEY = columnsAs('CollectedPayment', 'c', { paymentId: 'id', status: 'status' });

/** The payment of a key whose outcome is not known yet. */
export const paymentOfKey = statement({
  name: 'payment_batch.payment_of_key',
  takes: { organizationId: 'IdempotencyRecord.organizationId', keys: 'IdempotencyRecord.key[]' },
  gives: PAYMENT_OF_KEY,
  text: ({ p, scope }) => `
    select ${PAYMENT_OF_KEY} from idempotency_record
      join collected_payment c on c.organization_id = idempotency_record.organization_id and c.id = idempotency_record.subject_id
     where idempotency_record.organization_id = ${p.organizationId} and idempotency_record.operation = 'record_payment'
       and idempotency_record.key = any(${p.keys}::text[]) and ${scope('idempotency_record.organization_id')}
     order by ${keyFormOrderSql(p.keys)} limit 1`,
});

const WOULD_POST = [columnsAs('PaymentBatchRow', 'r', { accountId: 'accountId' }), derived({ cents: 'int8' })] as const;

/** Cents per account that earlier rows of a dry run would post; they reduce what later rows may pay. */
export const wouldPostCents = statement({
  name: 'payment_batch_row.would_post_cents',
  takes: { ...OF_BATCH, accountIds: 'Account.id[]' },
  gives: WOULD_POST,
  text: ({ p, scope, oneOf }) => `
    select ${WOULD_POST[0]}, coalesce(sum(r.amount_cents), 0)::bigint as cents from payment_batch_row r
     where r.organization_id = ${p.organizationId} and r.batch_id = ${p.batchId} and ${oneOf('r.account_id', 'accountIds')}
       and r.outcome = 'would_post' and ${scope('r.organization_id')}
     group by r.account_id`,
});

/** Resumes a batch that stopped. No row: it has not stopped. */
export const resumeBatch = statement({
  name: 'payment_batch.resume',
  takes: { ...KEY, actorKind: 'PaymentBatch.actorKind', actor: 'PaymentBatch.actor' },
  gives: ID,
  text: ({ p, scope }) => `
    update payment_batch b set ${assigned('PaymentBatch', {
      status: sql(`'accepted'`),
      stopReason: sql('null'),
      finishedAt: sql('null'),
      fruitlessPasses: sql('0'),
      actorKind: p.actorKind,
      actor: p.actor,
    })}
     where b.id = ${p.id} and b.organization_id = ${p.organizationId} and b.status = 'stopped' and ${scope('b.organization_id')}
    returning ${ID}`,
});

const OVERDUE = `b.status in ('accepted', 'processing')`;

export const organizationsWithOpenBatches = statement({
  name: 'payment_batch.organizations_open',
  gives: columns('PaymentBatch', 'b', ['organizationId']),
  text: ({ scope }) => `
    select distinct b.organization_id as "organizationId" from payment_batch b where ${OVERDUE} and ${scope('b.organization_id')}`,
});

/** Open batches, and when each may be taken. */
export const openBatches = statement({
  name: 'payment_batch.open',
  gives: [ID, derived({ inMs: 'float8' })],
  text: ({ scope }) => `
    select ${ID}, greatest(0, 1000 * extract(epoch from greatest(b.lease_until, b.next_pass_at) - now()))::float8 as "inMs"
      from payment_batch b where ${OVERDUE} and ${scope('b.organization_id')}
     order by b.id`,
});

const KEPT_DAYS = 90;
const IS_OLD = `b.finished_at < now() - make_interval(days => ${KEPT_DAYS})`;

export const organizationsWithOldBatches = statement({
  name: 'payment_batch.organizations_old',
  gives: columns('PaymentBatch', 'b', ['organizationId']),
  text: ({ scope }) => `
    select distinct b.organization_id as "organizationId" from payment_batch b where ${IS_OLD} and ${scope('b.organization_id')}`,
});

/**
 * Housekeeping, a few rows of one organization at a time: deletes batches that ended long ago. A batch is deleted
 * after its rows.
 */
export const deleteOldBatches = statement({
  name: 'payment_batch.delete_old',
  takes: { organizationId: 'PaymentBatch.organizationId', limit: 'int4' },
  gives: derived({ deleted: 'int8' }),
  text: ({ p, scope }) => `
    with old as (
      select b.id from payment_batch b
       where ${IS_OLD} and b.organization_id = ${p.organizationId} and ${scope('b.organization_id')}),
    some_rows as (
      select r.batch_id, r.position from payment_batch_row r
       where r.organization_id = ${p.organizationId} and r.batch_id in (select id from old) limit ${p.limit}::int),
    gone_rows as (
      delete from payment_batch_row r using some_rows s
       where r.organization_id = ${p.organizationId} and r.batch_id = s.batch_id and r.position = s.position returning 1),
    gone as (
      delete from payment_batch b using old o
       where b.organization_id = ${p.organizationId} and b.id = o.id and not exists (
         select from payment_batch_row r where r.organization_id = b.organization_id and r.batch_id = b.id)
      returning 1)
    select (select count(*) from gone_rows) + (select count(*) from gone) as deleted`,
});
