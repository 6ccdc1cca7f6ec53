import { until } from '../until.js';
import type { FaultInstance } from './fault-instance.js';

const ARRIVE_WITHIN_MS = 120_000;

/** Every event of a stored payment arrives at the receiver, and nothing else, each under one id. */
export async function auditWebhooks({ sql, receiver }: FaultInstance): Promise<readonly string[]> {
  const { rows } = await sql.query<{ id: string; change: string }>(
    "select id, object_id || '/' || sequence as change from event where type like 'payment.%'",
  );
  const hasArrived = () => rows.every(({ id }) => receiver.events.has(id));
  // Events that do not arrive in time are reported below.
  await until(hasArrived, 'every event arrives', ARRIVE_WITHIN_MS).catch(() => undefined);
  const stored = new Map(rows.map(({ id, change }) => [id, change]));
  return [
    ...rows
      .filter(({ id }) => !receiver.events.has(id))
      .map(({ id, change }) => `event ${id} (${change}) was not sent`),
    ...[...receiver.events]
      .filter(([id, changes]) => [...changes].join() !== stored.get(id))
      .map(([id, changes]) => `event ${id} was sent as ${[...changes].join()}, and is stored as ${stored.get(id)}`),
  ];
}
