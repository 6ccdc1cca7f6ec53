import type pg from 'pg';
import { newId } from '../../core/ids/ids.js';
import type { Lender } from './lender.js';

/** One organization's payment batches: one whose worker died, one that stopped, one that ended long ago. */
export interface PopulatedBatches {
  /** With a row of each outcome; its lease has expired. */
  readonly openId: string;
  readonly stoppedId: string;
  /** The stored key of the payment without an outcome. */
  readonly unconfirmedKey: string;
}

interface Payments {
  readonly accountId: string;
  readonly postedId: string;
  readonly pendingId: string;
}

export async function populateBatches(
  sql: pg.Client,
  { organizationId }: Lender,
  { accountId, postedId, pendingId }: Payments,
): Promise<PopulatedBatches> {
  const [openId, stoppedId, oldId] = [newId(), newId(), newId()];
  const batch = `insert into payment_batch (id, organization_id, mode, is_dry_run, status, row_count, sum_cents, sha256, actor_kind, actor, lease_until, fruitless_passes, finished_at)
     values ($1, $2, 'continue', false, $3::payment_batch_status, 4, 400, $1, 'api_key', 'nobody', now() - interval '1 hour', 1, now() - make_interval(days => $4::int))`;
  await sql.query(batch, [openId, organizationId, 'processing', null]);
  await sql.query(batch, [stoppedId, organizationId, 'stopped', 1]);
  await sql.query(batch, [oldId, organizationId, 'completed', 100]);
  const row = `insert into payment_batch_row (organization_id, batch_id, position, account_id, amount_cents, payment_method, outcome, payment_id, memo)
     values ($1, $2, $3, $4, 100, 'cash', $5::payment_batch_row_outcome, $6, $1)`;
  await sql.query(row, [organizationId, openId, 1, null, null, null]);
  await sql.query(row, [organizationId, openId, 2, accountId, 'unavailable', null]);
  await sql.query(row, [organizationId, openId, 3, accountId, 'recorded', postedId]);
  await sql.query(row, [organizationId, openId, 4, accountId, 'would_post', null]);
  await sql.query(row, [organizationId, oldId, 1, accountId, 'recorded', postedId]);
  const key = await sql.query('select key from idempotency_record where organization_id = $1 and subject_id = $2', [
    organizationId,
    pendingId,
  ]);
  return { openId, stoppedId, unconfirmedKey: key.rows[0].key };
}

/** A stopped batch. Returns its id. */
export async function stoppedBatch(sql: pg.Pool, { organizationId }: Pick<Lender, 'organizationId'>): Promise<string> {
  const id = newId();
  await sql.query(
    `insert into payment_batch (id, organization_id, mode, is_dry_run, status, stop_reason, row_count, sum_cents, sha256, actor_kind, actor, finished_at)
     values ($1, $2, 'stop', false, 'stopped', 'row_refused', 1, 100, $1, 'api_key', 'nobody', now())`,
    [id, organizationId],
  );
  return id;
}
