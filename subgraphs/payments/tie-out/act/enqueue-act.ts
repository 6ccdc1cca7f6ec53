import type { Queries } from '../../../../core/db/database.js';
import { enqueue } from '../../../../core/jobs/jobs.js';

export interface ActKey {
  readonly id: string;
  readonly organizationId: string;
}

export function keyOf({ id, organizationId }: ActKey): ActKey {
  return { id, organizationId };
}

/** Has a worker go on with an act after `inMs`. @param waiting - what becomes of a job that waits already. */
export function enqueueAct(
  queries: Queries,
  { organizationId, id }: ActKey,
  inMs: number,
  waiting: 'replaced' | 'kept' = 'replaced',
): Promise<void> {
  const timing = { delayMs: inMs, key: `tie_out_act:${organizationId}:${id}`, waiting };
  return enqueue(queries, 'tie_out_act', { organizationId, id }, timing);
}
