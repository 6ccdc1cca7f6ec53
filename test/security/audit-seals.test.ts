import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordAudit } from '../../core/audit/record.js';
import { type SealedHead, sealEntries } from '../../core/audit/sealing/seal-entries.js';
import { Sealer } from '../../core/audit/sealing/sealer.js';
import { verifyAuditLog } from '../../core/audit/verifying/verify.js';
import { Database } from '../../core/db/database.js';
import { createPool } from '../../core/db/pool.js';
import { createLogger } from '../../core/logging/logger.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { KeyedDigests } from '../../core/secrets/keyed-digests.js';
import { systemClock } from '../../core/time/clock.js';
import { command } from '../support/command.js';
import { type OwnPostgres, openOwnPostgres } from '../support/own-postgres.js';
import { until } from '../support/until.js';

const KEY = randomBytes(32).toString('base64url');
const macs = new KeyedDigests([KEY], 'audit heads');
const BY = systemPrincipal('test');
const SEALING_PROCESS = fileURLToPath(new URL('../../dist/test/support/sealing-process.js', import.meta.url));

/** A separate server: transactions of other databases on a shared server delay seals and so change their number. */
let server: OwnPostgres;
let database: { readonly url: string; readonly runUrl: string };
let copies = 0;
/** Connections with the product's role. */
let pool: pg.Pool;
let db: Database;
/** A connection as superuser. */
let superuser: pg.Client;

beforeAll(async () => {
  server = await openOwnPostgres();
});
afterAll(() => server?.drop());

beforeEach(async () => {
  copies += 1;
  const name = `copy_${copies}`;
  await onServer(`create database ${name} template tributary strategy file_copy`);
  database = { url: addressOf(server.url, name), runUrl: addressOf(server.runUrl, name) };
  pool = createPool(database.runUrl, 6, createLogger('silent', 'test'));
  db = new Database(pool);
  superuser = new pg.Client({ connectionString: database.url });
  await superuser.connect();
});
afterEach(async () => {
  await Promise.all([pool.end(), superuser.end()]);
});

function addressOf(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: addressOf(server.url, 'postgres') });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

async function act(subject: string, organizationId = 'alder'): Promise<void> {
  await db.transaction((tx) =>
    recordAudit(tx, systemClock, BY, {
      action: 'test.act',
      subject,
      organizationId,
      before: { n: 1 },
      after: { n: 2 },
    }),
  );
}

async function acts(count: number, organizationId?: string): Promise<void> {
  for (let n = 1; n <= count; n += 1) await act(`s${n}`, organizationId);
}

const seal = (mostEntries?: number) => sealEntries({ db, clock: systemClock, macs }, mostEntries);
const verify = (known: readonly SealedHead[] = []) => verifyAuditLog({ db, macs, known });
const kinds = async () => (await verify()).findings.map(({ kind }) => kind);

/** Repeats passes until all is sealed, because a transaction that has just ended may still delay a seal. */
async function sealAll(mostEntries?: number): Promise<void> {
  await expect.poll(async () => (await seal(mostEntries)) && (await verify()).waiting).toEqual([]);
}

async function idOf(subject: string): Promise<string> {
  return (await superuser.query('select id from audit_log where subject = $1', [subject])).rows[0].id;
}

const tamper = (sql: string, values: readonly unknown[] = []) => superuser.query(sql, [...values]);

describe('rows of the audit log are sealed', () => {
  it('each once, per organization, in the order of their transactions', async () => {
    await acts(3);
    await acts(2, 'birch');
    await db.transaction((tx) =>
      recordAudit(tx, systemClock, BY, { action: 'test.act', subject: 'above', organizationId: null }),
    );
    await sealAll(2);
    const { rows } = await superuser.query(
      `select s.organization_id, s.sequence, array_agg(a.subject order by position) as subjects
         from audit_seal s, unnest(s.entry_ids) with ordinality as sealed (id, position) join audit_log a using (id)
        group by 1, 2 order by 1, 2`,
    );
    expect(rows).toEqual([
      { organization_id: '', sequence: 1, subjects: ['above'] },
      { organization_id: 'alder', sequence: 1, subjects: ['s1', 's2'] },
      { organization_id: 'alder', sequence: 2, subjects: ['s3'] },
      { organization_id: 'birch', sequence: 1, subjects: ['s1', 's2'] },
    ]);
    expect(await verify()).toMatchObject({
      findings: [],
      chains: [
        { organizationId: '', entries: 1 },
        { organizationId: 'alder', sequence: 2, entries: 3, restarts: 0 },
        { organizationId: 'birch', entries: 2 },
      ],
    });
  });

  it('only after every earlier transaction has ended, whose rows are sealed before those committed in the meantime', async () => {
    const late = new pg.Client({ connectionString: database.runUrl });
    await late.connect();
    await late.query('begin');
    await late.query(
      `insert into audit_log (id, actor, action, subject, organization_id) values ('LATE', 'a', 'test.act', 'late', 'alder')`,
    );
    await acts(3);
    expect((await seal()).entries).toBe(0);
    expect((await verify()).waiting).toMatchObject([{ organizationId: 'alder', entries: 3 }]);
    await late.query('commit');
    await late.end();
    await sealAll();
    const { rows } = await superuser.query('select entry_ids[1] as first, sequence from audit_seal');
    expect(rows).toEqual([{ first: 'LATE', sequence: 1 }]);
    expect(await kinds()).toEqual([]);
  });

  it('once, with several sealing processes at once', async () => {
    await acts(30);
    await expect
      .poll(async () => {
        await Promise.all(Array.from({ length: 4 }, () => seal(2)));
        return (await verify()).waiting;
      })
      .toEqual([]);
    const { rows } = await superuser.query(
      'select count(*)::int as sealed, count(distinct id)::int as different from audit_seal, unnest(entry_ids) as id',
    );
    expect(rows).toEqual([{ sealed: 30, different: 30 }]);
    expect(await kinds()).toEqual([]);
  });

  it('once, even if the sealing process is killed repeatedly while others write', async () => {
    const environment = { ...process.env, DATABASE_URL: database.runUrl, DATA_ENCRYPTION_KEYS: KEY };
    const sealed = async () => (await superuser.query('select count(*)::int as seals from audit_seal')).rows[0].seals;
    for (const moreSeals of [0, 1, 4]) {
      const before = await sealed();
      const sealing = spawn(process.execPath, [SEALING_PROCESS], {
        env: environment,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const ended = once(sealing, 'exit');
      await once(sealing.stdout, 'data');
      let isKilled = false;
      const writing = (async () => {
        while (!isKilled) await acts(5);
      })();
      await until(async () => (await sealed()) >= before + moreSeals, `${moreSeals} more seals are written`);
      sealing.kill('SIGKILL');
      await ended;
      isKilled = true;
      await writing;
    }
    expect(await kinds()).toEqual([]);
    await sealAll();
    const { rows } = await superuser.query(`
      select (select count(*)::int from audit_log) as written, count(*)::int as sealed, count(distinct id)::int as different
        from audit_seal, unnest(entry_ids) as id`);
    expect(rows[0]).toEqual({ written: rows[0].sealed, sealed: rows[0].sealed, different: rows[0].sealed });
    expect(await kinds()).toEqual([]);
  });

  it('by each worker, which logs the heads, and logs once if it cannot seal', async () => {
    const lines: { level: number; organization_id?: string; sequence?: number; hash?: string }[] = [];
    const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const sealer = new Sealer({ db, clock: systemClock, macs }, logger);
    await acts(2);
    await act('other', 'birch');
    await expect.poll(() => sealer.seal().then(async () => (await verify()).waiting)).toEqual([]);
    await tamper(`delete from audit_head where organization_id = 'birch'`);
    await act('headless', 'birch');
    await tamper('alter table audit_sealing rename to audit_sealing_elsewhere');
    await sealer.seal();
    await sealer.seal();
    await tamper('alter table audit_sealing_elsewhere rename to audit_sealing');
    await sealer.seal();
    await sealer.seal();
    await sealer.stop();
    const { chains } = await verify();
    const heads = lines.filter(({ sequence }) => sequence !== undefined);
    expect(heads.filter(({ organization_id }) => organization_id === 'alder').at(-1)).toMatchObject({
      ...{ sequence: chains[0]?.sequence, hash: chains[0]?.hash },
    });
    expect(lines.filter(({ level }) => level === 50).map(({ organization_id }) => organization_id)).toEqual([
      undefined,
      'birch',
    ]);
  });

  it('old rows are sealed once `migrate` has given them a position', async () => {
    await acts(1);
    await tamper('update audit_log set xid = null');
    expect((await seal()).entries).toBe(0);
    expect((await verify()).waiting).toMatchObject([{ entries: 1 }]);
    await tamper('update audit_log set xid = 0');
    await act('s2');
    await sealAll();
    expect((await verify()).chains).toMatchObject([{ entries: 2 }]);
  });

  it('on a server whose transaction ids start again, as after a restore, new seals follow the old ones', async () => {
    await acts(2);
    await sealAll();
    // Like the dump of a server with high transaction ids: the same seals, made when the ids were a million higher.
    await tamper('update audit_log set xid = xid + 1000000');
    await tamper('delete from audit_seal');
    await tamper('delete from audit_head');
    await tamper('update audit_sealing set through_xid = -1');
    const { rows } = await superuser.query('select max(xid) + 1 as ahead from audit_log');
    await sealAsOf(rows[0].ahead);
    expect((await verify()).chains).toMatchObject([{ entries: 2, restarts: 0 }]);

    await acts(3);
    await sealAll();
    await act('s4');
    await sealAll();
    const { findings, chains } = await verify();
    expect(chains).toMatchObject([{ sequence: 3, entries: 6, restarts: 1 }]);
    expect(findings).toEqual([]);
    await tamper(`update audit_log set after = '{}' where subject = 's2'`);
    expect(await kinds()).toContain('entry_changed');
  });
});

describe('a superuser’s changes to sealed rows are detected', () => {
  beforeEach(async () => {
    for (const subject of ['s1', 's2', 's3', 's4', 's5']) {
      await act(subject);
      if (subject !== 's1') await sealAll();
    }
    await acts(2, 'birch');
    await sealAll();
    expect(await kinds()).toEqual([]);
  });

  const CHANGES = [
    `actor = 'another actor'`,
    `actor_kind = 'operator'`,
    `actor_name = 'Ola'`,
    `issuer = 'https://other.example'`,
    `request_id = 'r'`,
    `action = 'test.other'`,
    `subject = 's9'`,
    `before = '{"n": 1.5}'`,
    `after = null`,
    `occurred_at = occurred_at + interval '1 millisecond'`,
    `organization_id = 'birch'`,
  ];
  it.each(CHANGES)('a changed row: %s', async (change) => {
    const id = await idOf('s3');
    await tamper(`update audit_log set ${change} where id = $1`, [id]);
    const { findings } = await verify();
    expect(findings).toContainEqual({ kind: 'entry_changed', organizationId: 'alder', sequence: 2, entryId: id });
  });

  it('a row moved to another transaction', async () => {
    await tamper('update audit_log set xid = xid + 1 where id = $1', [await idOf('s3')]);
    expect(await kinds()).toEqual(['entry_changed']);
  });

  it('a removed row', async () => {
    const id = await idOf('s3');
    await tamper('delete from audit_log where id = $1', [id]);
    expect((await verify()).findings).toEqual([
      { kind: 'entry_removed', organizationId: 'alder', sequence: 2, entryId: id },
    ]);
  });

  it('an inserted row, with the transaction id of an earlier transaction or of none', async () => {
    for (const xid of [
      '(select xid from audit_log where subject = $1 limit 1)',
      '(select xid + 1000000 from audit_log where subject = $1 limit 1)',
      '0',
    ]) {
      const values = xid === '0' ? [] : ['s4'];
      await tamper(
        `insert into audit_log (id, actor, action, subject, organization_id, xid) values ('FORGED', 'a', 'b', 'c', 'alder', ${xid})`,
        values,
      );
      await seal();
      expect((await verify()).findings).toEqual([
        { kind: 'entry_inserted', organizationId: 'alder', sequence: null, entryId: 'FORGED' },
      ]);
      await tamper(`delete from audit_log where id = 'FORGED'`);
    }
  });

  it('a row with a time long before that of the previous rows', async () => {
    await tamper(`
      insert into audit_log (id, actor, action, subject, organization_id, occurred_at)
      values ('FORGED', 'a', 'b', 'c', 'alder', now() - interval '2 days')`);
    await sealAll();
    expect((await verify()).findings).toEqual([
      { kind: 'entry_backdated', organizationId: 'alder', sequence: 5, entryId: 'FORGED' },
    ]);
  });

  it('a removed last seal, also after further seals', async () => {
    await tamper(`delete from audit_seal where organization_id = 'alder' and sequence = 4`);
    expect(await kinds()).toContain('seal_removed');
    await act('s6');
    await sealAll();
    const { findings } = await verify();
    expect(findings).toContainEqual({ kind: 'seal_removed', organizationId: 'alder', sequence: 4, entryId: null });
    expect(findings).toContainEqual({
      kind: 'entry_inserted',
      organizationId: 'alder',
      sequence: null,
      entryId: await idOf('s5'),
    });
  });

  it('a last seal removed together with its head: no seal covers the gap', async () => {
    await tamper(`delete from audit_seal where organization_id = 'alder' and sequence = 4`);
    await tamper(`delete from audit_head where organization_id = 'alder'`);
    expect(await kinds()).toEqual(['head_removed']);
    await act('s6');
    expect((await seal()).headless).toEqual(['alder']);
    expect(await kinds()).toEqual(['head_removed']);
  });

  it('removal of all seals and the head of an organization, by a head that was noted earlier', async () => {
    const noted = (await verify()).chains.filter(({ organizationId }) => organizationId === 'alder');
    expect((await verify(noted)).findings).toEqual([]);
    await tamper(`delete from audit_seal where organization_id = 'alder'`);
    await tamper(`delete from audit_head where organization_id = 'alder'`);
    expect((await verify(noted)).findings).toMatchObject([{ kind: 'head_contradicted', sequence: 4 }]);
    await tamper(`update audit_sealing set through_xid = -1`);
    await sealAll();
    expect((await verify()).findings).toEqual([]);
    expect((await verify(noted)).findings).toMatchObject([{ kind: 'head_contradicted', sequence: 4 }]);
  });

  it('the end rolled back together with its head: only by a head that was noted', async () => {
    const [head] = (await superuser.query(`select * from audit_head where organization_id = 'alder'`)).rows;
    await act('rolled back');
    await sealAll();
    const noted = (await verify()).chains.filter(({ organizationId }) => organizationId === 'alder');
    await tamper(`delete from audit_log where subject = 'rolled back'`);
    await tamper(`delete from audit_seal where organization_id = 'alder' and sequence > $1`, [head.sequence]);
    await tamper(
      `update audit_head set sequence = $1, hash = $2, through_xid = $3, through_id = $4, mac = $5 where organization_id = 'alder'`,
      [head.sequence, head.hash, head.through_xid, head.through_id, head.mac],
    );
    expect((await verify()).findings).toEqual([]);
    expect((await verify(noted)).findings).toMatchObject([{ kind: 'head_contradicted', sequence: head.sequence + 1 }]);
  });

  it('a head set back, by its seal and by its MAC', async () => {
    await tamper(`
      update audit_head h set sequence = s.sequence, hash = s.hash, through_xid = s.through_xid, through_id = s.through_id
        from audit_seal s where s.organization_id = h.organization_id and h.organization_id = 'alder' and s.sequence = 3`);
    expect(await kinds()).toEqual(['head_changed', 'seal_inserted']);
  });

  it('all seals recomputed after a change, because the head needs a key', async () => {
    await tamper(`update audit_log set actor = 'another actor' where subject = 's3'`);
    await tamper('delete from audit_seal');
    await tamper('delete from audit_head');
    await tamper('update audit_sealing set through_xid = -1');
    const forger = new KeyedDigests([randomBytes(32).toString('base64url')], 'audit heads');
    await expect
      .poll(async () => {
        await sealEntries({ db, clock: systemClock, macs: forger });
        return (await verify()).waiting;
      })
      .toEqual([]);
    expect(await kinds()).toEqual(['head_unproven', 'head_unproven']);
  });

  it('a changed seal', async () => {
    await tamper(
      `update audit_seal set entry_hashes[1] = repeat('A', 43) where organization_id = 'alder' and sequence = 3`,
    );
    expect(await kinds()).toEqual(['seal_changed', 'entry_changed']);
  });

  it('`audit verify` reports all of it, as text and as JSON, and exits with 1', async () => {
    const environment = { DATABASE_URL: database.runUrl, DATA_ENCRYPTION_KEYS: KEY, LOG_LEVEL: 'silent' };
    const intact = await command(['audit', 'verify', '--json'], environment);
    expect([intact.code, JSON.parse(intact.stdout)]).toMatchObject([0, { intact: true, findings: [], waiting: [] }]);

    const id = await idOf('s3');
    await tamper('delete from audit_log where id = $1', [id]);
    await act('s6');
    const found = await command(['audit', 'verify', '--json'], environment);
    expect([found.code, JSON.parse(found.stdout)]).toMatchObject([
      1,
      {
        intact: false,
        findings: [{ kind: 'entry_removed', organization_id: 'alder', sequence: 2, entry_id: id }],
        waiting: [{ organization_id: 'alder', entries: 1, ids: [await idOf('s6')] }],
      },
    ]);
    const inWords = await command(['audit', 'verify', '--head', `alder:4:${'A'.repeat(43)}`], environment);
    expect(inWords.code).toBe(1);
    expect(inWords.stdout).toContain(`row ${id} was sealed, and is missing`);
    expect(inWords.stdout).toContain('head 4 differs from the head that was noted earlier');
    expect((await command(['audit', 'verify', '--head', 'alder'], environment)).code).toBe(2);
  });
});

/** Seals everything as if the oldest running transaction were this one. */
async function sealAsOf(xid: string): Promise<void> {
  await tamper('create schema ahead');
  await tamper(`create function ahead.pg_snapshot_xmin(pg_snapshot) returns xid8 language sql as
    $$ select '${xid}'::text::xid8 $$`);
  await tamper('grant usage on schema ahead to public');
  const aheadUrl = new URL(database.runUrl);
  aheadUrl.searchParams.set('options', '-c search_path=ahead,public,pg_catalog');
  const aheadPool = createPool(aheadUrl.href, 2, createLogger('silent', 'test'));
  try {
    await sealEntries({ db: new Database(aheadPool), clock: systemClock, macs });
  } finally {
    await aheadPool.end();
  }
}
