import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bind } from '../../core/db/statement.js';
import { withClient } from '../../core/db/with-client.js';
import type { Principal } from '../../core/principal/principal.js';
import { EVENT_LIST, startOfTime } from '../../subgraphs/messaging/outgoing-webhooks/event/event.reads.store.js';
import type { Lender } from '../support/lender.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/** The start of a read from an instant: before all events at that instant or later, and close to it. */
let instance: TestInstance;
beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
});
afterAll(() => instance.close());

const principalOf = ({ organizationId }: Lender): Principal => ({
  kind: 'api_key',
  actor: 'reader00',
  organizationIds: [organizationId],
  scopes: ['events:read'],
});

describe('GET /v1/events?since=', () => {
  it('never skips an event of a transaction that began before the instant and is open during the search', async () => {
    const own = await instance.lender('Slow');
    const { pool, db } = instance.resources;
    const write = (on: Pick<typeof pool, 'query'>, object: string, at: Date) =>
      on.query(
        `insert into event (id, organization_id, type, object_type, object_id, sequence, actor, created_at)
         values (upper(lpad(to_hex($3::bigint), 12, '0') || left(md5($2), 14)), $1, 'payment.posted', 'payment', $2, 1, 'test', $4)`,
        [own.organizationId, object, at.getTime(), at],
      );
    const slow = await pool.connect();
    try {
      await slow.query('begin');
      const { rows } = await slow.query<{ id: string }>('select pg_current_xact_id()::text as id');
      await write(pool, 'before', new Date(Date.now() - 300_000));
      const since = new Date();
      await write(slow, 'slow', since);
      await write(pool, 'fast', since);
      const start = await db.first(principalOf(own), startOfTime, { since: since.toISOString() });
      expect(Number(start?.transactionId)).toBeGreaterThan(0);
      expect(Number(start?.transactionId)).toBeLessThanOrEqual(Number(rows[0]?.id));
      await slow.query('commit');
      const api = await own.api();
      const served = async () => {
        const { items } = (await api.get(`/v1/events?since=${since.toISOString()}`)).json;
        return items.map(({ object_id }: { object_id: string }) => object_id);
      };
      await expect.poll(served).toEqual(['slow', 'fast']);
    } finally {
      slow.release();
    }
  });

  it('reads only rows near the instant, not all since then or before it', async () => {
    const own = await instance.lender('Busy');
    const { pool } = instance.resources;
    const principal = principalOf(own);
    await pool.query(
      `insert into event (id, organization_id, transaction_id, oldest_transaction_id, type, object_type, object_id, sequence, actor, created_at)
       select upper(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || left(md5(n::text), 14)), $1, 1 + n / 50, 1 + n / 50,
         'payment.posted', 'payment', n::text, 1, 'test', at
       from (select n, now() - interval '29 days' + n * interval '2 minutes' as at from generate_series(1, 20000) n) made`,
      [own.organizationId],
    );
    await withClient(instance.databaseUrl, (client) => client.query('analyze event'));
    const { rows } = await pool.query<{ since: string }>(
      `select to_json(now() - ago * interval '1 day') #>> '{}' as since from unnest(array[28, 15, 3]) ago`,
    );
    for (const { since } of rows) {
      const start = bind(startOfTime, principal, { since });
      const {
        rows: [found],
      } = await pool.query<{ transactionId: string }>(start.text, start.values);
      const from = { ...EVENT_LIST.start, afterTransaction: found?.transactionId ?? '0' };
      const asked = { types: null, families: null, objectId: null, since, ...from, limit: 10 };
      const page = bind(EVENT_LIST.statement, principal, asked);
      expect(await eventsRead(start)).toBe(1);
      expect((await pool.query(page.text, page.values)).rows).toHaveLength(10);
      // The page, and the events that one transaction wrote before the instant.
      expect(await eventsRead(page)).toBeLessThan(100);
    }
  });
});

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Rows of `event` that Postgres reads. */
async function eventsRead({ text, values }: ReturnType<typeof bind>): Promise<number> {
  const { rows } = await instance.resources.pool.query(`explain (analyze, format json) ${text}`, values);
  const read = (node: PlanNode): number => {
    const { 'Actual Rows': kept, 'Rows Removed by Filter': left = 0, 'Actual Loops': loops } = node;
    const own = node['Relation Name'] === 'event' ? (kept + left) * loops : 0;
    return (node.Plans ?? []).reduce((sum, below) => sum + read(below), own);
  };
  return read(rows[0]['QUERY PLAN'][0].Plan);
}
