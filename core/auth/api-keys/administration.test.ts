import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/support/database.js';
import { ISSUER, signingKeySet, silent } from '../../../test/support/identity.js';
import { ownText } from '../../contract/stored-text.js';
import { Database } from '../../db/database.js';
import { createPool } from '../../db/pool.js';
import { createPrisma } from '../../db/prisma.js';
import { systemPrincipal } from '../../principal/principal.js';
import { SimulatedClock } from '../../time/clock.js';
import { AccessTokens } from '../access-token.js';
import { type Authenticate, createAuthenticator } from '../authenticate.js';
import { listenForRevocations } from '../listen-for-revocations.js';
import { loadTokenKeys } from '../token-keys.js';
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './administration.js';
import { KeyDirectory } from './cached-key-directory.js';
import { generateApiKey } from './format.js';
import { readApiKey } from './store.js';

const clock = new SimulatedClock('2026-01-15T12:00:00Z');
const request = { name: 'billing', organizationIds: ['A'], scopes: ['accounts:read'], by: systemPrincipal('ada') };

describe('API keys', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let db: Database;
  let processes: readonly ServingProcess[];
  let signingKeys: string;

  beforeAll(async () => {
    database = await freshDatabase();
    pool = createPool(database.url, 8, silent);
    db = new Database(pool);
    const organizations = ['A', 'B'].map((id) => ({
      id,
      displayName: ownText(id),
      legalName: ownText(id),
      dbaName: ownText(id),
    }));
    await createPrisma(pool).scopedTo(systemPrincipal('test')).organization.createMany({ data: organizations });
    signingKeys = await signingKeySet('one');
    processes = await Promise.all([servingProcess(database.url), servingProcess(database.url)]);
  });
  afterAll(async () => {
    await Promise.all(processes.map((serving) => serving.close()));
    await pool.end();
    await database.drop();
  });

  it('are created as requested, in order and without duplicates; only the hash is stored, and the act is audited', async () => {
    const asked = {
      ...request,
      organizationIds: ['B', 'A', 'B'],
      scopes: ['autopay:write', 'accounts:read', 'autopay:write'],
      expiresAt: '2026-06-01T00:00:00+02:00',
    };
    const { key, plaintext } = await created(asked);
    expect(key).toEqual({
      prefix: plaintext.slice(0, 8),
      name: 'billing',
      organizationIds: ['B', 'A'],
      scopes: ['accounts:read', 'autopay:write'],
      createdAt: '2026-01-15T12:00:00.000Z',
      expiresAt: '2026-05-31T22:00:00.000Z',
      revokedAt: null,
      lastUsedAt: null,
    });
    expect(await listApiKeys({ db })).toContainEqual(key);
    const audit = await auditOf(key.prefix);
    // One row for each of its organizations.
    const act = { actor: 'ada', action: 'api_key.create', after: { prefix: key.prefix } };
    expect(audit).toMatchObject([act, act]);
    const { rows } = await pool.query(
      'select row_to_json(k)::text as row from api_key k union all select row_to_json(a)::text from audit_log a',
    );
    expect(JSON.stringify(rows)).not.toContain(plaintext.slice(9));
  });

  it('work at once in every process, even one that has just looked them up in vain', async () => {
    const { plaintext } = await created(request);
    for (const { authenticate } of processes) {
      const principal = await authenticate('unversioned', `Bearer ${plaintext}`);
      expect(principal).toMatchObject({ actor: plaintext.slice(0, 8), organizationIds: ['A'] });
    }
  });

  it('may have no scopes, and can still be exchanged for a token', async () => {
    const { plaintext, key } = await created({ ...request, scopes: [] });
    const [first] = processes;
    const issued = await first?.accessTokens.exchangeClientCredentials({
      clientId: key.prefix,
      clientSecret: plaintext,
    });
    expect(issued?.scope).toBe('');
  });

  it('are refused with every problem at once, and nothing is created', async () => {
    const before = (await listApiKeys({ db })).length;
    const refused = await createApiKey(
      { db, clock },
      {
        name: ' ',
        organizationIds: ['A', 'C'],
        scopes: ['root'],
        expiresAt: '2026-01-15T12:00:00Z',
        by: systemPrincipal('ada'),
      },
    );
    expect(refused).toEqual({
      outcome: 'refused',
      problems: [
        'a key needs a name',
        'there is no organization C',
        expect.stringContaining('there is no scope root'),
        'the expiry 2026-01-15T12:00:00Z is not in the future',
      ],
    });
    for (const bad of [{ organizationIds: [] }, { expiresAt: 'tomorrow' }, { expiresAt: '2030-01-01' }]) {
      expect((await createApiKey({ db, clock }, { ...request, ...bad })).outcome).toBe('refused');
    }
    expect((await listApiKeys({ db })).length).toBe(before);
  });

  it('are invalid in every process, with their tokens, once revoke returns; other keys still work', async () => {
    const { plaintext, key } = await created(request);
    const other = await created(request);
    const tokens = await Promise.all(
      processes.map(({ accessTokens }) =>
        accessTokens.exchangeClientCredentials({ clientId: key.prefix, clientSecret: plaintext }),
      ),
    );
    const revocation = await revokeApiKey({ db, clock }, key.prefix, systemPrincipal('ada'));
    expect(revocation).toMatchObject({ outcome: 'revoked', key: { revokedAt: '2026-01-15T12:00:00.000Z' } });
    for (const { authenticate, accessTokens } of processes) {
      const invalid = { code: 'invalid_token' };
      await expect(authenticate('unversioned', `Bearer ${plaintext}`)).rejects.toMatchObject(invalid);
      for (const { accessToken } of tokens) {
        await expect(authenticate('v1', `Bearer ${accessToken}`)).rejects.toMatchObject(invalid);
      }
      const credentials = { clientId: key.prefix, clientSecret: plaintext };
      await expect(accessTokens.exchangeClientCredentials(credentials)).rejects.toMatchObject({
        code: 'invalid_client',
      });
      await expect(authenticate('unversioned', `Bearer ${other.plaintext}`)).resolves.toBeDefined();
    }
    expect(await auditOf(key.prefix)).toMatchObject([
      { action: 'api_key.create' },
      {
        action: 'api_key.revoke',
        actor: 'ada',
        before: { revoked_at: null },
        after: { revoked_at: '2026-01-15T12:00:00.000Z' },
      },
    ]);
    expect(await revokeApiKey({ db, clock }, key.prefix, systemPrincipal('bo'))).toMatchObject({
      outcome: 'already_revoked',
    });
    expect(await auditOf(key.prefix)).toHaveLength(2);
  });

  it('are invalid once revoke returns, even in a busy process that receives no notifications', async () => {
    const { plaintext, key } = await created(request);
    const isolated = await processWithoutNotifications();
    const stop = new AbortController();
    const asking = (async () => {
      while (!stop.signal.aborted) {
        await isolated.authenticate('unversioned', `Bearer ${plaintext}`).catch(() => undefined);
        await pause(1);
      }
    })();
    await revokeApiKey({ db, clock }, key.prefix, systemPrincipal('ada'));
    const afterwards = isolated.authenticate('unversioned', `Bearer ${plaintext}`);
    await expect(afterwards).rejects.toMatchObject({ code: 'invalid_token' });
    stop.abort();
    await asking;
  });

  describe('rotated', () => {
    const by = systemPrincipal('ada');
    const days = (count: number) =>
      new SimulatedClock(
        clock
          .now()
          .add({ hours: 24 * count })
          .toString(),
      );

    it('keep the lifetime of the old key by default; a key without an expiry gets none', async () => {
      const { key } = await created({ ...request, expiresAt: '2026-04-15T12:00:00Z' }); // 90 days
      const rotated = (expiresAt?: string) =>
        rotateApiKey({ db, clock: days(60) }, { prefix: key.prefix, by, ...(expiresAt && { expiresAt }) });
      expect(await rotated()).toMatchObject({ key: { expiresAt: '2026-06-14T12:00:00.000Z' } });
      expect(await rotated('2026-05-01T00:00:00Z')).toMatchObject({ key: { expiresAt: '2026-05-01T00:00:00.000Z' } });
      const { prefix } = (await created(request)).key;
      expect(await rotateApiKey({ db, clock }, { prefix, by })).toMatchObject({ key: { expiresAt: null } });
    });

    it('are not rotated once they have expired', async () => {
      const { key } = await created({ ...request, expiresAt: '2026-04-15T12:00:00Z' });
      const expiresAt = '2027-01-01T00:00:00Z';
      for (const asked of [{}, { expiresAt }]) {
        const rotation = await rotateApiKey({ db, clock: days(90) }, { prefix: key.prefix, by, ...asked });
        expect(rotation).toEqual({ outcome: 'expired' });
      }
    });
  });

  it('give unknown when revoke does not find them', async () => {
    for (const prefix of [generateApiKey().prefix, '', 'not-a-prefix', "';--"]) {
      expect(await revokeApiKey({ db, clock }, prefix, systemPrincipal('ada'))).toEqual({ outcome: 'unknown' });
    }
  });

  it('are dropped when their revocation is notified, also after the listening connection was cut', async () => {
    const timeless = await servingProcess(database.url, () => 0);
    processes = [...processes, timeless];
    await listeners(3);
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tributary-listener'`,
    );
    await listeners(3);
    const { plaintext, key } = await created(request);
    await timeless.authenticate('unversioned', `Bearer ${plaintext}`);
    await revokeApiKey({ db, clock }, key.prefix, systemPrincipal('ada'));
    const afterwards = timeless.authenticate('unversioned', `Bearer ${plaintext}`);
    await expect(afterwards).rejects.toMatchObject({ code: 'invalid_token' });
  });

  async function created(asked: Parameters<typeof createApiKey>[1]) {
    const creation = await createApiKey({ db, clock }, asked);
    if (creation.outcome === 'refused') throw new Error(creation.problems.join('; '));
    return creation;
  }

  async function auditOf(subject: string) {
    const { rows } = await pool.query(
      // Acts within one millisecond of the test's clock are ordered by name only.
      'select actor, action, before, after from audit_log where subject = $1 order by occurred_at, action',
      [subject],
    );
    return rows;
  }

  /** The key cache of a process that serves requests; it listens for revocations in the database at this address. */
  async function servingProcess(listensAt: string, monotonic = () => performance.now()): Promise<ServingProcess> {
    const read = (prefix: string) => db.first(systemPrincipal('key-directory'), readApiKey, { prefix });
    const directory = new KeyDirectory({ read, clock, logger: silent, monotonic });
    const keys = await loadTokenKeys({ signingKeys, issuer: ISSUER, clock });
    const accessTokens = new AccessTokens({ keys, directory, clock });
    const revocations = listenForRevocations({ directories: [directory], databaseUrl: listensAt, logger: silent });
    const operatorTokens = { validToken: async () => undefined };
    const authenticate = createAuthenticator({ directory, accessTokens, tokenKeys: keys, operatorTokens });
    return { authenticate, accessTokens, close: () => revocations.close() };
  }

  /** It listens in a database where no process notifies. */
  async function processWithoutNotifications(): Promise<ServingProcess> {
    const elsewhere = new URL(database.url);
    elsewhere.pathname = '/postgres';
    const serving = await servingProcess(elsewhere.href);
    processes = [...processes, serving];
    return serving;
  }

  async function listeners(count: number): Promise<void> {
    for (;;) {
      const { rows } = await pool.query(
        `select from pg_stat_activity where application_name = 'tributary-listener' and datname = current_database()
         and query like 'listen%' and state = 'idle'`,
      );
      if (rows.length >= count) return;
      await pause(20);
    }
  }
});

interface ServingProcess {
  readonly authenticate: Authenticate;
  readonly accessTokens: AccessTokens;
  close(): Promise<void>;
}
