import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireDedicatedSessions } from '../../core/db/dedicated-sessions.js';
import { command } from '../support/command.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { hasPgBouncer, openPgBouncer, type PgBouncer } from '../support/pgbouncer.js';
import { openTestInstance } from '../support/test-instance.js';

/* A pooler between the product and Postgres: one that shares sessions is refused at the start; one in session mode works as without it. */

const WORDS = /DATABASE_URL leads to a pooler that shares sessions \(PgBouncer in transaction or statement mode\)/;

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'tributary-pgbouncer-data-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

it('without a pooler: sessions are not shared', async () => {
  await requireDedicatedSessions(database.url);
});

describe.skipIf(!hasPgBouncer())('PgBouncer', () => {
  const behind = async <T>(mode: 'session' | 'transaction' | 'statement', work: (bouncer: PgBouncer) => Promise<T>) => {
    const bouncer = await openPgBouncer(database.url, mode);
    try {
      return await work(bouncer);
    } finally {
      await bouncer.stop();
    }
  };

  it.each([['transaction'], ['statement']] as const)('in %s mode is refused', async (mode) => {
    await behind(mode, async ({ url }) => {
      for (let n = 0; n < 5; n += 1) await expect(requireDedicatedSessions(url)).rejects.toThrow(WORDS);
    });
  });

  it('in transaction mode is refused even while others use it', async () => {
    await behind('transaction', async ({ url }) => {
      const refused = await Promise.allSettled(Array.from({ length: 8 }, () => requireDedicatedSessions(url)));
      expect(refused.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 'rejected'));
    });
  });

  it.each([
    ['a part', ['serve', 'subgraph', 'servicing']],
    ['everything', ['start']],
    ['migrate', ['migrate']],
    ['a command', ['organizations', 'list']],
  ])(
    'in transaction mode: %s does not start, and prints the reason in one line',
    async (_, words) => {
      await behind('transaction', async ({ url }) => {
        const environment = {
          LOG_LEVEL: 'fatal',
          DATABASE_URL: url,
          TRIBUTARY_DATA_DIR: folder,
          PORT: '0',
          GRAPHQL_PORT: '0',
          SECURE_PORT: '0',
          INTERNAL_PORT: '0',
        };
        const { code, stderr } = await command(words, environment);
        expect([code, stderr]).toEqual([1, expect.stringMatching(WORDS)]);
        expect(stderr.trim().split('\n')).toHaveLength(1);
      });
    },
    60_000,
  );

  it('in session mode everything works as without a pooler', async () => {
    const own = await freshDatabase();
    const bouncer = await openPgBouncer(own.url, 'session');
    await requireDedicatedSessions(bouncer.url);
    const instance = await openTestInstance({
      database: { url: bouncer.url, runUrl: bouncer.url, drop: async () => undefined },
    });
    try {
      const lender = await instance.lender();
      const api = await lender.api();
      const account = await lender.ledgerAccount();
      const recorded = await Promise.all(Array.from({ length: 20 }, () => api.record(account, { amount_cents: 1 })));
      expect(recorded.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201));
      expect((await api.get(`/v1/accounts/${account}/payments?limit=100`)).json.items).toHaveLength(20);
    } finally {
      await instance.close();
      await bouncer.stop();
      await own.drop();
    }
  });
});
