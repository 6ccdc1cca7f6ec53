import { until } from '../until.js';
import type { FaultInstance } from './fault-instance.js';
import type { LoadRecord } from './record.js';

/** Without progress for this long, the worker is stuck. */
const PATIENCE_MS = 60_000;

/**
 * Waits until the worker has finished all acknowledged work. A stuck worker is killed and started again, so that the
 * proof continues.
 *
 * @returns a line for each time it was stuck
 */
export async function settled(instance: FaultInstance, record: LoadRecord): Promise<readonly string[]> {
  if (await worksOff(instance, record)) return [];
  const left = JSON.stringify(await open(instance, record));
  const { product, url } = instance.part('worker');
  await product.kill();
  if (url !== undefined) await product.startAndWaitFor(url);
  if (!(await worksOff(instance, record))) throw new Error(`a new worker does not work on ${left} either`);
  return [`the worker made no progress for ${PATIENCE_MS} ms, until it was started again; left were ${left}`];
}

/** False: work is left, and there was no progress for a while. */
async function worksOff(instance: FaultInstance, record: LoadRecord): Promise<boolean> {
  let least = Number.POSITIVE_INFINITY;
  let seenAt = performance.now();
  let isStuck = false;
  const isOver = async () => {
    await hurry(instance);
    const left = Object.values(await open(instance, record)).reduce((sum, count) => sum + count, 0);
    if (left < least) [least, seenAt] = [left, performance.now()];
    isStuck = performance.now() - seenAt > PATIENCE_MS;
    return left === 0 || isStuck;
  };
  await until(isOver, 'every outcome is settled', Number.POSITIVE_INFINITY);
  return !isStuck;
}

/** How many items of each kind wait for the worker. */
async function open({ sql }: FaultInstance, record: LoadRecord): Promise<Readonly<Record<string, number>>> {
  const ids = (kind: 'batch' | 'boarding') => record.of(kind).map(({ id }) => id);
  const { rows } = await sql.query<Record<string, number>>(
    `select (select count(*)::int from collected_payment where status in ('pending', 'pending_confirmation', 'reversal_pending')) as payments,
            (select count(*)::int from payment_batch_row r join payment_batch b on b.id = r.batch_id
              where b.id = any($1) and b.status in ('accepted', 'processing') and r.outcome is null) as "batch rows",
            (select count(*)::int from payment_batch where id = any($1) and status in ('accepted', 'processing')) as batches,
            (select count(*)::int from ledger_boarding where id = any($2) and finished_at is null) as boardings,
            (select count(*)::int from webhook_batch where status = 'received') as "email webhooks"`,
    [ids('batch'), ids('boarding')],
  );
  return rows[0] ?? {};
}

/**
 * Pauses between two lookups double: jobs that no process holds are made due earlier, so that the proof does not wait
 * for them.
 */
async function hurry({ sql }: FaultInstance): Promise<void> {
  await sql.query(
    `update graphile_worker._private_jobs set run_at = now() where locked_at is null and run_at > now() + interval '1 second' and payload->>'id' in
       (select id from collected_payment where status in ('pending', 'pending_confirmation') and coalesce(reference_lease_until, lease_until) < now())`,
  );
  await sql.query(
    `update payment_batch set next_pass_at = now() where next_pass_at > now() + interval '1 second' and status = 'processing'`,
  );
}
