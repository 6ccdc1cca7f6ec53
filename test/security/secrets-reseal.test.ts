import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sealEntries } from '../../core/audit/sealing/seal-entries.js';
import { verifyAuditLog } from '../../core/audit/verifying/verify.js';
import { Database } from '../../core/db/database.js';
import { createPool } from '../../core/db/pool.js';
import { newId } from '../../core/ids/ids.js';
import { createLogger } from '../../core/logging/logger.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { type ResealOptions, reseal } from '../../core/sealed-columns/reseal.js';
import { sealedColumn } from '../../core/sealed-columns/sealed-column.js';
import { SecretsAtRest } from '../../core/secrets/at-rest.js';
import { KeyedDigests } from '../../core/secrets/keyed-digests.js';
import { systemClock } from '../../core/time/clock.js';
import { TABLES } from '../../prisma/client/rows.js';
import { SEALED_COLUMNS } from '../../runtime/assembly/sealed-columns.js';
import { type CommandHost, openCommandHost } from '../support/command-host.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';

/** Any text column of a tenant table is suitable. */
const COLUMN = sealedColumn('Person', 'email', ['organizationId', 'id']);
const CLEAR_ONCE = sealedColumn('Person', 'phone', ['organizationId', 'id'], { mayBeInClear: true });

const key = () => randomBytes(32).toString('base64url');
const [OLD, NEW] = [key(), key()];
const [before, both, after] = [new SecretsAtRest([OLD]), new SecretsAtRest([NEW, OLD]), new SecretsAtRest([NEW])];

let database: TestDatabase;
let pool: pg.Pool;
let db: Database;
const BY = systemPrincipal('test');
const organizationId = newId();
let ids: readonly string[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.runUrl, 6, createLogger('silent', 'test'));
  db = new Database(pool);
  await pool.query(`insert into organization (id, display_name, legal_name, dba_name) values ($1, 'a', 'a', 'a')`, [
    organizationId,
  ]);
});
beforeEach(async () => {
  await pool.query('delete from person');
  ids = Array.from({ length: 23 }, () => newId());
  for (const id of ids) {
    const sealed = before.seal(`secret of ${id}`, COLUMN.placeOf([organizationId, id]));
    await pool.query('insert into person (id, organization_id, display_name, email) values ($1, $2, $3, $4)', [
      ...[id, organizationId, 'p', sealed],
    ]);
  }
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const run = (options: Partial<ResealOptions> = {}, secrets = both, columns = [COLUMN]) =>
  reseal({ db, secrets, columns }, { changes: true, batchRows: 5, ...options });

async function openedBy(secrets: SecretsAtRest): Promise<readonly string[]> {
  const { rows } = await pool.query('select id, email from person order by id');
  return rows.map(({ id, email }) => secrets.read(email, COLUMN.placeOf([organizationId, id])));
}

const everySecret = () => [...ids].sort().map((id) => `secret of ${id}`);

describe('secrets sealed under an earlier key', () => {
  it('are sealed under the first key, unchanged and once', async () => {
    expect(await run({ changes: false })).toMatchObject([
      { name: 'person.email', secrets: 23, resealed: 0, underOthers: { [String(before.keyIds[0])]: 23 }, unopened: [] },
    ]);
    expect(await openedBy(before)).toEqual(everySecret());
    expect(await run()).toMatchObject([{ secrets: 23, resealed: 23, underOthers: {}, unopened: [] }]);
    expect(await openedBy(after)).toEqual(everySecret());
    expect(await run()).toMatchObject([{ secrets: 23, resealed: 0, underOthers: {}, unopened: [] }]);
  });

  it('are all sealed when an interrupted run is repeated, and with two runs at once', async () => {
    const dies = () => {
      throw new Error('killed');
    };
    await expect(run({ onProgress: dies })).rejects.toThrow('killed');
    expect(await run({ changes: false })).toMatchObject([{ underOthers: { [String(before.keyIds[0])]: 18 } }]);
    await Promise.all([run(), run({ batchRows: 3 }), run({ batchRows: 7 })]);
    expect(await openedBy(after)).toEqual(everySecret());
  });

  it('one that is replaced during the run keeps its new value', async () => {
    const [id = ''] = ids;
    const rowKey = [organizationId, id];
    const read = (await db.many(BY, COLUMN.page, { after: COLUMN.start, limit: 50 })).find(
      ({ key: [, found] }) => found === id,
    );
    const newer = after.seal('newer', COLUMN.placeOf(rowKey));
    await pool.query('update person set email = $1 where id = $2', [newer, id]);
    const stale = { key: rowKey, sealed: read?.sealed ?? '', resealed: 'sealed from what was read before' };
    expect(await db.first(BY, COLUMN.replace, stale)).toBeUndefined();
    expect((await pool.query('select email from person where id = $1', [id])).rows).toEqual([{ email: newer }]);
  });

  it('that do not open are reported and left unchanged; the same for values copied from another row or stored in clear', async () => {
    const [lost, copied, clear] = [...ids].sort();
    const stranger = new SecretsAtRest([key()]).seal('x', COLUMN.placeOf([organizationId, String(lost)]));
    await pool.query('update person set email = $1 where id = $2', [stranger, lost]);
    await pool.query('update person set email = (select email from person where id = $1) where id = $2', [
      ...[ids[20], copied],
    ]);
    await pool.query(`update person set email = 'whsec_in clear' where id = $1`, [clear]);
    expect(await run()).toMatchObject([
      {
        resealed: 20,
        unopened: [
          { key: [organizationId, lost], why: 'unknown_key' },
          { key: [organizationId, copied], why: 'altered' },
          { key: [organizationId, clear], why: 'altered' },
        ],
      },
    ]);
    const { rows } = await pool.query('select email from person where id = $1', [clear]);
    expect(rows).toEqual([{ email: 'whsec_in clear' }]);
  });
});

it('values that an earlier version stored in clear are sealed if the column allows that', async () => {
  await pool.query(`update person set phone = '+1 555 ' || id`);
  expect(await run({ changes: false }, both, [CLEAR_ONCE])).toMatchObject([{ inClear: 23, resealed: 0 }]);
  expect(await run({}, both, [CLEAR_ONCE])).toMatchObject([{ inClear: 0, resealed: 23, wereInClear: 23 }]);
  const { rows } = await pool.query('select id, phone from person');
  for (const { id, phone } of rows) {
    expect(after.read(phone, CLEAR_ONCE.placeOf([organizationId, id]))).toBe(`+1 555 ${id}`);
  }
});

describe('the four steps to replace a data key', () => {
  let host: CommandHost;
  beforeAll(() => {
    host = openCommandHost();
  });
  afterAll(() => host.close());

  const environment = (keys: string) => ({
    DATABASE_URL: database.runUrl,
    DATA_ENCRYPTION_KEYS: keys,
    LOG_LEVEL: 'silent',
  });

  it('a new key decrypts, then encrypts; everything is resealed under it; the old key is removed', async () => {
    await pool.query(`insert into audit_log (id, actor, action, subject) values ('A', 'a', 'b', 'c')`);
    const macs = (keys: readonly string[]) => new KeyedDigests(keys, 'audit heads');
    await expect
      .poll(async () => (await sealEntries({ db, clock: systemClock, macs: macs([OLD]) })).heads)
      .toHaveLength(1);

    const added = (await host.answerOf(['secrets', 'rotate-data-key'], environment(OLD))).DATA_ENCRYPTION_KEYS;
    const [first, second] = added.split(',');
    expect([first, added.split(',').length]).toEqual([OLD, 2]);
    const promoted = (await host.answerOf(['secrets', 'promote-data-key'], environment(added))).DATA_ENCRYPTION_KEYS;
    expect(promoted).toBe(`${second},${OLD}`);

    const unfinished = await host.run(['secrets', 'reseal', '--check', '--json'], environment(promoted));
    expect([unfinished.code, JSON.parse(unfinished.stdout)]).toMatchObject([
      1,
      { is_done: false, audit_heads: { renewed: 0, under_others: 1 } },
    ]);
    expect(await host.answerOf(['secrets', 'reseal'], environment(promoted))).toMatchObject({
      ...{ is_done: true, audit_heads: { renewed: 1, under_others: 0, unproven: [] } },
    });
    const retired = (await host.answerOf(['secrets', 'retire-data-key'], environment(promoted))).DATA_ENCRYPTION_KEYS;
    expect(retired).toBe(second);
    expect((await verifyAuditLog({ db, macs: macs([retired]) })).findings).toEqual([]);
  });

  it('a tampered head is not signed with the new key', async () => {
    const owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
    await owner.query('update audit_head set sequence = sequence + 1');
    await owner.end();
    const { code, stdout } = await host.run(['secrets', 'reseal', '--json'], environment(NEW));
    expect([code, JSON.parse(stdout).audit_heads]).toEqual([1, { renewed: 0, under_others: 0, unproven: [''] }]);
  });
});

it('every column with sealed values is listed', () => {
  const named = new Set(SEALED_COLUMNS.map(({ name }) => name));
  const sealed = Object.values(TABLES).flatMap(({ table, columns }) =>
    Object.values(columns)
      .filter(({ column }) => column.startsWith('sealed_') && column !== 'sealed_at')
      .map(({ column }) => `${table}.${column}`),
  );
  // Sealed with the cursors' secret, which workers of the previous version have.
  const underOthers = ['payment_batch_row.sealed_key'];
  // Sealed with the session's own secret, which only the browser has; it ends with the session.
  underOthers.push('operator_token.sealed_id_token');
  expect(sealed.filter((name) => !named.has(name)).toSorted()).toEqual(underOthers.toSorted());
});
