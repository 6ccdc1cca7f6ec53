import { send } from '../api.js';
import type { FaultInstance } from './fault-instance.js';

export interface EventFindings {
  readonly events: number;
  readonly problems: readonly string[];
}

/**
 * Each object's events are numbered from 1 without a gap, as many as the object has changes, and a client that reads by
 * cursor misses none.
 */
export async function auditEvents(instance: FaultInstance, token: string): Promise<EventFindings> {
  const gaps = await instance.sql.query<{ id: string }>(
    'select object_id as id from event group by 1 having min(sequence) <> 1 or max(sequence) <> count(*)',
  );
  const uncounted = await instance.sql.query<{ id: string }>(
    `select c.id from collected_payment c left join event e on e.object_id = c.id
      group by c.organization_id, c.id, c.event_sequence having count(e.id) <> c.event_sequence`,
  );
  const stored = await instance.sql.query<{ n: number }>(
    'select count(*)::int as n from event where organization_id = $1',
    [instance.organizationId],
  );
  const listed = await listedEvents(instance, token);
  const events = stored.rows[0]?.n ?? 0;
  return {
    events,
    problems: [
      ...gaps.rows.map(({ id }) => `the events of ${id} have a gap`),
      ...uncounted.rows.map(({ id }) => `payment ${id} has not as many events as changes`),
      ...(listed === events ? [] : [`${events} events are stored, ${listed} are listed`]),
    ],
  };
}

/** Reads by `after`, as an integrator does. */
async function listedEvents({ split }: FaultInstance, token: string): Promise<number> {
  const seen = new Set<string>();
  for (let after = ''; ; ) {
    const query = `limit=1000${after === '' ? '' : `&after=${after}`}`;
    const answer = await send(`${split.baseUrl}/v1/events?${query}`, { headers: { authorization: `Bearer ${token}` } });
    if (answer.status !== 200) throw new Error(`no events: ${answer.status} ${answer.text}`);
    const ids: readonly string[] = answer.json.items.map(({ id }: { id: string }) => id);
    for (const id of ids) seen.add(id);
    const last = ids.at(-1);
    if (last === undefined) return seen.size;
    after = last;
  }
}
