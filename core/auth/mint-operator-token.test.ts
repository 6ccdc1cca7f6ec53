import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/support/database.js';
import { ISSUER, signingKeySet, silent } from '../../test/support/identity.js';
import { SimulatedClock } from '../clock.js';
import { Database } from '../db/database.js';
import { createPool } from '../db/pool.js';
import { createPrisma } from '../db/prisma.js';
import { type MintingParts, mintOperatorToken } from './mint-operator-token.js';
import { operatorOf } from './operator-token.js';
import { commandPrincipal, systemPrincipal } from './principal.js';
import { loadTokenKeys } from './token-keys.js';

const clock = new SimulatedClock('2026-01-15T12:00:00Z');
const ada = commandPrincipal('ada');

let database: TestDatabase;
let pool: ReturnType<typeof createPool>;
let parts: MintingParts;

beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, 2, silent);
  const data = { id: 'A', displayName: 'A', legalName: 'A', dbaName: 'A' };
  await createPrisma(pool).scopedTo(systemPrincipal('test')).organization.create({ data });
  const keys = await loadTokenKeys({ signingKeys: await signingKeySet('one'), issuer: ISSUER, clock });
  parts = { db: new Database(pool), clock, keys };
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

it('a token is minted and audited: who gave it to whom, with which reach, until when', async () => {
  const request = { subject: 'ola', role: 'admin', organizationIds: ['A'], lifetimeSeconds: 60 } as const;
  const minted = await mintOperatorToken(parts, ada, request);
  if (minted.outcome === 'refused') throw new Error(minted.problems.join());
  expect(await operatorOf(parts.keys, minted.token)).toMatchObject({ actor: 'ola', role: 'admin', issuer: ISSUER });
  const { rows } = await pool.query('select actor, actor_kind, action, subject, after from audit_log');
  const after = { role: 'admin', organization_ids: ['A'], expires_at: '2026-01-15T12:01:00.000Z' };
  expect(rows).toEqual([
    { actor: 'cli:ada', actor_kind: 'cli', action: 'operator_token.create', subject: 'ola', after },
  ]);
  expect(JSON.stringify(rows)).not.toContain(minted.token);
});

it('every problem at once, and no trace of what was not made', async () => {
  const before = await pool.query('select id from audit_log');
  const request = { subject: ' ', role: 'viewer', organizationIds: ['A', 'B'], lifetimeSeconds: 86_401 } as const;
  expect(await mintOperatorToken(parts, ada, request)).toEqual({
    outcome: 'refused',
    problems: [
      'a token needs a subject',
      'a token lasts 86400 seconds at most: it cannot be revoked',
      'there is no organization B',
    ],
  });
  expect(await pool.query('select id from audit_log')).toMatchObject({ rows: before.rows });
});
