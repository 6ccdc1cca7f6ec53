import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/support/database.js';
import { ISSUER, signingKeySet, silent } from '../../test/support/identity.js';
import { ownText } from '../contract/stored-text.js';
import { Database } from '../db/database.js';
import { createPool } from '../db/pool.js';
import { createPrisma } from '../db/prisma.js';
import { commandPrincipal, systemPrincipal } from '../principal/principal.js';
import { SimulatedClock } from '../time/clock.js';
import { type MintingParts, mintOperatorToken } from './mint-operator-token.js';
import { type OperatorTokenRequest, operatorOf } from './operator-token.js';
import { OperatorTokenDirectory } from './operator-tokens/cached-token-directory.js';
import { listOperatorTokens, revokeOperatorToken } from './operator-tokens/list-and-revoke-operator-tokens.js';
import { deleteOldOperatorTokens, readOperatorToken } from './operator-tokens/store.js';
import { loadTokenKeys } from './token-keys.js';

const clock = new SimulatedClock('2026-01-15T12:00:00Z');
const ada = commandPrincipal('ada');

let database: TestDatabase;
let pool: ReturnType<typeof createPool>;
let parts: MintingParts;

beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, 2, silent);
  const data = { id: 'A', displayName: ownText('A'), legalName: ownText('A'), dbaName: ownText('A') };
  await createPrisma(pool).scopedTo(systemPrincipal('test')).organization.create({ data });
  const keys = await loadTokenKeys({ signingKeys: await signingKeySet('one'), issuer: ISSUER, clock });
  parts = { db: new Database(pool), clock, keys };
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

it('a token is minted and audited: by whom, for whom, with which access, until when', async () => {
  const request = { subject: 'ola', role: 'admin', organizationIds: ['A'], lifetimeSeconds: 60 } as const;
  const minted = await mintOperatorToken(parts, ada, request);
  if (minted.outcome === 'refused') throw new Error(minted.problems.join());
  const opened = { actor: 'ola', role: 'admin', organizationIds: ['A'], issuer: ISSUER };
  expect(await operatorOf({ keys: parts.keys, directory: directory() }, minted.token)).toMatchObject(opened);
  const { rows } = await pool.query('select actor, actor_kind, action, subject, after from audit_log');
  const after = { name: 'ola', role: 'admin', organization_ids: ['A'], expires_at: '2026-01-15T12:01:00.000Z' };
  expect(rows).toEqual([
    { actor: 'cli:ada', actor_kind: 'cli', action: 'operator_token.create', subject: minted.id, after },
  ]);
  const [kept] = await listOperatorTokens(parts);
  expect(kept).toEqual({
    ...{
      id: minted.id,
      name: 'ola',
      role: 'admin',
      organizationRoles: [],
      organizationIds: ['A'],
      createdBy: 'cli:ada',
      revokedAt: null,
    },
    ...{ createdAt: '2026-01-15T12:00:00.000Z', expiresAt: '2026-01-15T12:01:00.000Z' },
    ...{ displayName: null, issuer: null, sessionHash: null, isBrowserSession: false },
    ...{ identityHash: null, lastActiveAt: null, authenticatedAt: null },
  });
  expect(JSON.stringify([rows, kept])).not.toContain(minted.token.split('.')[2]);
});

it('every problem is reported at once, and nothing is created', async () => {
  const before = await pool.query('select id from audit_log');
  const request = { subject: ' ', role: 'viewer', organizationIds: ['A', 'B'], lifetimeSeconds: 86_401 } as const;
  expect(await mintOperatorToken(parts, ada, request)).toEqual({
    outcome: 'refused',
    problems: ['a token needs a subject', 'a token lasts 86400 seconds at most', 'there is no organization B'],
  });
  expect(await pool.query('select id from audit_log')).toMatchObject({ rows: before.rows });
});

it('revoking one keeps the others valid, also in a process that receives no notifications; audited once', async () => {
  const request = { subject: 'ola', role: 'viewer' } as const;
  const [first, second] = [await minted(request), await minted(request)];
  const isolated = { keys: parts.keys, directory: directory() };
  expect(await operatorOf(isolated, first.token)).toMatchObject({ actor: 'ola' });
  const revocation = await revokeOperatorToken(parts, first.id, ada);
  expect(revocation).toMatchObject({ outcome: 'revoked', token: { revokedAt: '2026-01-15T12:00:00.000Z' } });
  expect(await operatorOf(isolated, first.token)).toBeUndefined();
  expect(await operatorOf(isolated, second.token)).toMatchObject({ actor: 'ola' });
  expect(await revokeOperatorToken(parts, first.id, ada)).toMatchObject({ outcome: 'already_revoked' });
  const { rows } = await pool.query("select actor from audit_log where action = 'operator_token.revoke'");
  expect(rows).toEqual([{ actor: 'cli:ada' }]);
});

it('revoking an unknown one gives unknown', async () => {
  for (const id of ['01ARZ3NDEKTSV4RRFFQ69G5FAV', '', "';--"]) {
    expect(await revokeOperatorToken(parts, id, ada)).toEqual({ outcome: 'unknown' });
  }
});

it('a record is deleted a month after its token ended, not before', async () => {
  const { id } = await minted({ subject: 'ola', role: 'viewer' });
  const expired = (days: number) =>
    pool.query(`update operator_token set expires_at = now() - interval '1 day' * $1 where id = $2`, [days, id]);
  const forget = () => parts.db.first(systemPrincipal('test'), deleteOldOperatorTokens, { limit: 100 });
  await pool.query(`update operator_token set expires_at = now() where expires_at < now()`);
  await expired(29);
  expect(await forget()).toMatchObject({ deleted: 0 });
  await expired(31);
  expect(await forget()).toMatchObject({ deleted: 1 });
});

/** The cache of a process that receives no notifications. */
function directory(): OperatorTokenDirectory {
  const read = (id: string) => parts.db.first(systemPrincipal('test'), readOperatorToken, { id });
  return new OperatorTokenDirectory({ read, clock, logger: silent });
}

async function minted(request: OperatorTokenRequest) {
  const made = await mintOperatorToken(parts, ada, request);
  if (made.outcome === 'refused') throw new Error(made.problems.join('; '));
  return made;
}
