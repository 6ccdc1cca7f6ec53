import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maskEntries } from '../../core/audit/masking/mask-card-numbers-already-written.js';
import { renewMaskings } from '../../core/audit/masking/sign-maskings-under-new-key.js';
import { hashOfEntry, SEALED_ENTRY_TEXT } from '../../core/audit/sealing/hashes.js';
import { sealEntries } from '../../core/audit/sealing/seal-entries.js';
import { verifyAuditLog } from '../../core/audit/verifying/verify.js';
import { Database } from '../../core/db/database.js';
import { createPool } from '../../core/db/pool.js';
import { rewriteColumns } from '../../core/db/rewrite-text-columns.js';
import { columnOf, tableOf } from '../../core/db/sql-types.js';
import { createLogger } from '../../core/logging/logger.js';
import { KeyedDigests } from '../../core/secrets/keyed-digests.js';
import { TEXT_COLUMNS } from '../../core/stored-texts/card-number-rules-by-column.js';
import { systemClock } from '../../core/time/clock.js';
import { TABLES } from '../../prisma/client/rows.js';
import { type CommandHost, openCommandHost } from '../support/command-host.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { until } from '../support/until.js';

const CARD = '4242 4242 4242 4242';
const WRITTEN = `card ${CARD}`;
const KEY = randomBytes(32).toString('base64url');

let database: TestDatabase;
/** A superuser connection, to insert rows as earlier versions stored them. */
let owner: pg.Client;

async function open(): Promise<void> {
  database = await freshDatabase();
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
}

async function close(): Promise<void> {
  await owner.end();
  await database.drop();
}

describe('every text column', () => {
  beforeAll(open);
  afterAll(close);

  /** Addresses and codes that are in use stay for a person to change, and account numbers are never masked. */
  const STAYS =
    /^(?:ledger_entry\.external_reference|webhook_endpoint\.url|ledger_product\.code|workspace_asset\.url|operator\.email|loan_system\.(?:code|base_url))$/;

  it('is masked in every table; values that are in use are reported instead', async () => {
    await owner.query('set session_replication_role = replica');
    await dropChecks();
    for (const model of new Set(TEXT_COLUMNS.map((column) => column.model))) {
      await insertRow(
        tableOf(model),
        new Set(TEXT_COLUMNS.filter((c) => c.model === model).map((c) => c.field)),
        model,
      );
    }
    await owner.query('set session_replication_role = origin');
    expect((await columnsWithCard()).length).toBeGreaterThan(70);

    const looked = await rewriteColumns(database.url, TEXT_COLUMNS, { changes: false });
    expect(looked.reduce((sum, { replaced }) => sum + replaced, 0)).toBeGreaterThan(60);
    const masked = await rewriteColumns(database.url, TEXT_COLUMNS, { changes: true });
    expect(masked.map(({ name, replaced }) => [name, replaced])).toEqual(
      looked.map(({ name, replaced }) => [name, replaced]),
    );
    const numbersOfLoans = TEXT_COLUMNS.filter(({ field }) => /(?:loan|contract|account)Number$/i.test(field)).map(
      ({ model, field }) => `${tableOf(model)}.${columnOf(model, field).column}`,
    );
    const left = (await columnsWithCard()).filter((name) => !numbersOfLoans.includes(name));
    expect(left.filter((name) => !STAYS.test(name))).toEqual([]);
    expect(
      masked
        .filter(({ kept }) => kept.length > 0)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(left.toSorted());

    const again = await rewriteColumns(database.url, TEXT_COLUMNS, { changes: true });
    expect(again.filter(({ replaced }) => replaced > 0)).toEqual([]);
  });

  it('keeps the text around a number, and numbers that are not text', async () => {
    await owner.query('delete from idempotency_record');
    const answer = `{"amount": 12345678901234567890, "memo": "paid by ${CARD}, thanks", "loan_number": "${CARD}"}`;
    await owner.query('alter table idempotency_record disable trigger all');
    await owner.query(
      `insert into idempotency_record (organization_id, operation, key, fingerprint, state, subject_id, answer, answer_body, expires_at)
       values ('a', 'b', 'c', '', 'finished', 'd', $1::text::jsonb, $1::text, now())`,
      [answer],
    );
    await rewriteColumns(database.url, TEXT_COLUMNS, { changes: true });
    const { rows } = await owner.query('select answer::text, answer_body from idempotency_record');
    const masked = answer.replace(`by ${CARD}`, 'by [card number]');
    expect(rows[0].answer_body).toBe(masked);
    expect(JSON.parse(rows[0].answer)).toEqual(JSON.parse(masked));
    expect(rows[0].answer).toContain('12345678901234567890');
  });

  it('a reference loses its invisible characters, so that it can be found', async () => {
    await owner.query(`update account set external_account_number = E'LN-\\u202e77', external_contract_number = null`);
    await rewriteColumns(database.url, TEXT_COLUMNS, { changes: true });
    expect((await owner.query('select external_account_number as number from account')).rows).toEqual([
      { number: 'LN-77' },
    ]);
  });

  it('a text that would collide with another row is reported and stays', async () => {
    // A copy of the row with another address that looks the same.
    const changed = `jsonb_populate_record(null::suppression, to_jsonb(s) || jsonb_build_object('address', $1::text))`;
    await owner.query('alter table suppression disable trigger all');
    await owner.query(`update suppression set address = 'ada@example.com'`);
    await owner.query(`insert into suppression select (${changed}).* from suppression s`, ['a\u200bda@example.com']);
    const outcomes = await rewriteColumns(database.url, TEXT_COLUMNS, { changes: true });
    expect(outcomes.filter(({ kept }) => kept.some(({ why }) => why.startsWith('another row')))).toMatchObject([
      { name: 'suppression.address', replaced: 0 },
    ]);
  });

  /** Drops check constraints, which rows with made-up values may violate. */
  async function dropChecks(): Promise<void> {
    await owner.query(`do $$ declare c record; begin
      for c in select conrelid::regclass as of_table, quote_ident(conname) as name from pg_constraint
                where contype = 'c' and connamespace = 'public'::regnamespace loop
        execute format('alter table %s drop constraint %s', c.of_table, c.name);
      end loop; end $$`);
  }

  async function insertRow(table: string, fields: ReadonlySet<string>, model: keyof typeof TABLES): Promise<void> {
    const columns: readonly (readonly [string, { readonly column: string; readonly type: string }])[] = Object.entries(
      TABLES[model].columns,
    );
    const values: string[] = [];
    for (const [field, { type }] of columns) values.push(fields.has(field) ? written(type) : await filler(type));
    const names = columns.map(([, { column }]) => column).join(', ');
    await owner.query(`insert into ${table} (${names}) values (${values.join(', ')})`);
  }

  function written(type: string): string {
    if (type === 'text') return `'${WRITTEN}'`;
    if (type === 'text[]') return `array['${WRITTEN}']`;
    if (type === 'bytea') return `convert_to('{"note": "${WRITTEN}"}', 'UTF8')`;
    return `'{"note": "${WRITTEN}", "deep": [{"code": "4242424242424242"}]}'::${type}`;
  }

  async function filler(type: string): Promise<string> {
    if (type.endsWith('[]')) return `'{}'::${type}`;
    const known = {
      text: `'x'`,
      bool: 'true',
      int4: '1',
      int8: '1',
      float8: '1',
      numeric: '1',
      date: `'2026-01-01'`,
      timestamptz: `'2026-01-01T00:00:00Z'`,
      bytea: `''`,
      json: `'{}'`,
      jsonb: `'{}'`,
    }[type];
    if (known !== undefined) return known;
    const { rows } = await owner.query(`select (enum_range(null::${type}))[1]::text as first`);
    return `'${rows[0].first}'`;
  }

  /** `table.column` of every column that contains the number, in any notation. */
  async function columnsWithCard(): Promise<readonly string[]> {
    const { rows: columns } = await owner.query(
      `select c.table_name as table, c.column_name as column, c.data_type as type from information_schema.columns c
         join information_schema.tables t using (table_schema, table_name)
        where table_schema = 'public' and t.table_type = 'BASE TABLE'
          and c.data_type in ('text', 'jsonb', 'json', 'ARRAY', 'bytea') order by 1, 2`,
    );
    const found: string[] = [];
    for (const { table, column, type } of columns) {
      const text = type === 'bytea' ? `encode(${column}, 'escape')` : `${column}::text`;
      const { rows } = await owner.query(
        `select count(*)::int as n from ${table} where ${text} ~ '4242 ?4242 ?4242 ?4242'`,
      );
      if (rows[0].n > 0) found.push(`${table}.${column}`);
    }
    const order = TEXT_COLUMNS.map(({ model, field }) => `${tableOf(model)}.${columnOf(model, field).column}`);
    return found.toSorted((one, other) => order.indexOf(one) - order.indexOf(other));
  }
});

describe('the journal', () => {
  beforeAll(open);
  afterAll(close);

  it('allows a mask in a memo, by the table’s owner only, and no other change', async () => {
    await owner.query('set session_replication_role = replica');
    await owner.query(`insert into ledger_entry select (jsonb_populate_record(null::ledger_entry, $1)).*`, [
      await entryRow({ memo: `½\u00a050% off_ (a|b) \\ ${WRITTEN} of Ada`, external_reference: `ref ${CARD}` }),
    ]);
    await owner.query('set session_replication_role = origin');
    for (const memo of [
      'another word',
      '[card number]',
      `[card number]`.slice(1),
      '½\u00a050% off_ (a|b) \\ [card number] of Eve',
    ]) {
      await expect(owner.query('update ledger_entry set memo = $1', [memo])).rejects.toThrow('never changed');
    }
    const run = new pg.Client({ connectionString: database.runUrl });
    await run.connect();
    await expect(run.query(`update ledger_entry set memo = '[card number]'`)).rejects.toThrow('permission denied');
    await run.end();
    await rewriteColumns(database.url, TEXT_COLUMNS, { changes: true });
    expect((await owner.query('select memo, external_reference as reference from ledger_entry')).rows).toEqual([
      { memo: '½\u00a050% off_ (a|b) \\ card [card number] of Ada', reference: `ref ${CARD}` },
    ]);
  });

  async function entryRow(given: object): Promise<string> {
    const { rows } = await owner.query(
      `select column_name as name, udt_name as type from information_schema.columns
        where table_name = 'ledger_entry' and is_nullable = 'NO'`,
    );
    const fill = (type: string) =>
      /^(?:int|numeric)/.test(type) ? 1 : /^(?:date|timestamptz)/.test(type) ? '2026-01-01' : 'x';
    return JSON.stringify({ ...Object.fromEntries(rows.map(({ name, type }) => [name, fill(type)])), ...given });
  }
});

describe('the audit log', () => {
  const macs = new KeyedDigests([KEY], 'audit heads');
  let pools: readonly pg.Pool[];
  /** Connections with the product's role, and as the owner of the tables. */
  let [db, ownerDb]: Database[] = [];

  beforeAll(async () => {
    await open();
    pools = [database.runUrl, database.url].map((url) => createPool(url, 2, createLogger('silent', 'test')));
    [db, ownerDb] = pools.map((pool) => new Database(pool));
    await owner.query(
      `insert into audit_log (id, actor, actor_name, action, subject, before, after, organization_id) values
        ('E1', 'a', 'Ada ${CARD}', 'ledger_product.create', '4242424242424242', null, '{"name": "${CARD}", "terms": 12.50}', 'alder'),
        ('E2', 'a', 'Ada', 'key.create', 'k', '{"loan_number": "${CARD}"}', '{"name": "plain"}', 'alder'),
        ('E3', 'a', 'Ada', 'key.create', 'k', null, '{"note": "${WRITTEN}"}', null)`,
    );
    await sealed(3);
  });
  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await close();
  });

  const parts = () => ({ db: ownerDb as Database, clock: systemClock, macs });
  const verified = (by = macs) => verifyAuditLog({ db: db as Database, macs: by });

  /** Waits for seals, which transactions of other tests on this server delay for a moment. */
  async function sealed(entries: number): Promise<void> {
    await until(async () => {
      await sealEntries({ db: db as Database, clock: systemClock, macs });
      const { rows } = await owner.query('select count(*)::int as n from audit_seal, unnest(entry_ids)');
      return rows[0].n === entries;
    }, 'the entries are sealed');
  }

  it('is masked entry by entry, and its seals record which', async () => {
    expect(await maskEntries(parts(), { changes: false })).toBe(2);
    expect((await verified()).chains.map(({ masked }) => masked)).toEqual([[], []]);
    expect(await maskEntries(parts(), { changes: true, batchRows: 1 })).toBe(2);
    expect(await maskEntries(parts(), { changes: true })).toBe(0);
    const { rows } = await owner.query(
      'select id, actor_name, subject, before, after::text from audit_log order by id',
    );
    expect(rows).toEqual([
      {
        id: 'E1',
        actor_name: 'Ada [card number]',
        subject: '[card number]',
        before: null,
        after: '{"name": "[card number]", "terms": 12.50}',
      },
      { id: 'E2', actor_name: 'Ada', subject: 'k', before: { loan_number: CARD }, after: '{"name": "plain"}' },
      { id: 'E3', actor_name: 'Ada', subject: 'k', before: null, after: '{"note": "card [card number]"}' },
    ]);
    const { findings, chains } = await verified();
    expect(findings).toEqual([]);
    expect(chains.map(({ organizationId, masked }) => [organizationId, masked])).toEqual([
      ['', ['E3']],
      ['alder', ['E1']],
    ]);
  });

  it('an entry masked twice still verifies; one with another change is detected', async () => {
    await owner.query(`update audit_log set after = '{"note": "${WRITTEN}"}' where id = 'E1'`);
    expect((await verified()).findings).toMatchObject([{ kind: 'entry_changed', entryId: 'E1' }]);
    await owner.query(`update audit_log set after = '{"name": "[card number]", "terms": 12.50}' where id = 'E1'`);
    expect((await verified()).findings).toEqual([]);
    await owner.query(`update audit_log set subject = 'another' where id = 'E3'`);
    expect((await verified()).findings).toMatchObject([{ kind: 'entry_changed', entryId: 'E3' }]);
  });

  it('a masking inserted without the key hides no change', async () => {
    const { rows } = await owner.query(`select hash, mac, masked_at from audit_masking where entry_id = 'E3'`);
    await owner.query(
      `insert into audit_masking (entry_id, previous_hash, hash, organization_id, masked_at, mac) values ('E3', $1, $2, '', $3, $4)`,
      [rows[0].hash, await hashNow('E3'), rows[0].masked_at, rows[0].mac],
    );
    expect((await verified()).findings).toMatchObject([{ kind: 'entry_changed', entryId: 'E3' }]);
    await owner.query(`update audit_log set subject = 'k' where id = 'E3'`);
    await owner.query(`delete from audit_masking where previous_hash = $1`, [rows[0].hash]);
    expect((await verified()).findings).toEqual([]);
  });

  it('an entry that has its unmasked text again, for example after a restore, is masked again', async () => {
    await owner.query(`update audit_log set after = '{"note": "${WRITTEN}"}' where id = 'E3'`);
    expect((await verified()).findings).toEqual([]);
    expect(await maskEntries(parts(), { changes: true })).toBe(1);
    expect((await verified()).findings).toEqual([]);
  });

  it('a masking that the database alters is not signed', async () => {
    await owner.query(`update audit_log set after = '{"note": "${WRITTEN}"}' where id = 'E3'`);
    await owner.query(
      `create function forge() returns trigger language plpgsql as $$ begin new.actor = 'another'; return new; end $$`,
    );
    await owner.query('create trigger forge before update on audit_log for each row execute function forge()');
    await expect(maskEntries(parts(), { changes: true })).rejects.toThrow('something in the database changes it');
    await owner.query('drop trigger forge on audit_log');
    expect(await maskEntries(parts(), { changes: true })).toBe(1);
    expect((await verified()).findings).toEqual([]);
  });

  it('the product’s role can neither insert nor delete a masking', async () => {
    const run = pools[0];
    await expect(run?.query('delete from audit_masking')).rejects.toThrow('permission denied');
    await expect(run?.query('insert into audit_masking select * from audit_masking')).rejects.toThrow(
      'permission denied',
    );
  });

  it('without the key it is unproven; `secrets reseal` signs it with the new one', async () => {
    const other = randomBytes(32).toString('base64url');
    expect(
      (await verified(new KeyedDigests([other], 'audit heads'))).findings.map(({ kind }) => kind).toSorted(),
    ).toEqual(['entry_mask_unproven', 'entry_mask_unproven', 'head_unproven', 'head_unproven']);
    const both = new KeyedDigests([other, KEY], 'audit heads');
    expect(await renewMaskings(db as Database, both, false)).toEqual({ renewed: 0, underOthers: 2, unproven: [] });
    expect(await renewMaskings(db as Database, both, true)).toEqual({ renewed: 2, underOthers: 0, unproven: [] });
    expect((await verified(both)).findings).toEqual([]);
  });

  async function hashNow(id: string): Promise<string> {
    const { rows } = await (pools[1] as pg.Pool).query(`select ${SEALED_ENTRY_TEXT} from audit_log a where id = $1`, [
      id,
    ]);
    return hashOfEntry(rows[0]);
  }
});

describe('the command', () => {
  let host: CommandHost;
  beforeAll(async () => {
    await open();
    host = openCommandHost();
  });
  afterAll(async () => {
    await host.close();
    await close();
  });

  it('reports, masks, lists the values that need a person’s decision, and leaves an entry in the audit log', async () => {
    const environment = { DATABASE_URL: database.runUrl, DATA_ENCRYPTION_KEYS: KEY, LOG_LEVEL: 'silent' };
    const asOwner = { ...environment, DATABASE_OWNER_URL: database.url };
    const clean = await host.run(['stored-texts', 'mask', '--check'], environment);
    expect([clean.code, clean.stdout]).toEqual([
      0,
      'No stored text contains a card number or an invisible character.\n',
    ]);
    await owner.query(
      `insert into organization (id, display_name, legal_name, dba_name) values ('o', '${CARD}', 'a', 'a')`,
    );
    await owner.query(
      `insert into audit_log (id, actor, action, subject, after) values ('E1', 'a', 'b', 'c', '{"name": "${CARD}"}')`,
    );
    const found = await host.run(['stored-texts', 'mask', '--check'], environment);
    expect([found.code, found.stdout]).toEqual([
      1,
      'organization.display_name: 1 to be masked\naudit_log: 1 rows to be masked; `audit verify` lists them\n',
    ]);
    const refused = await host.run(['stored-texts', 'mask'], environment);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('set DATABASE_OWNER_URL')]);
    const document = await host.answerOf(['stored-texts', 'mask'], asOwner);
    expect(document).toEqual({
      is_clean: true,
      is_changed: true,
      columns: [{ name: 'organization.display_name', replaced: 1, kept: [] }],
      audit_entries: 1,
    });
    expect(
      (await owner.query(`select actor_kind, after from audit_log where action = 'stored_texts.mask'`)).rows,
    ).toEqual([{ actor_kind: 'cli', after: { audit_entries: 1, replaced: { 'organization.display_name': 1 } } }]);
    expect((await host.run(['stored-texts', 'mask', '--check'], environment)).code).toBe(0);
  });
});
