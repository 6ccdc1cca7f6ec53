import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import type { Database } from '../../core/db/database.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { loanSystems, remoteSystems } from '../../runtime/assembly/loan-systems.js';
import { ownPostings } from '../../subgraphs/payments/autopay/run/own-posting-details.reads.store.js';
import { LoanSystemService } from '../../subgraphs/servicing/loan-systems/loan-system/loan-system.service.js';
import { type SyncRequest, SystemSync } from '../../subgraphs/servicing/loan-systems/sync/sync-loan-system.js';
import { KillableDatabase } from '../support/killable-worker.js';
import { paid, ScriptedSource } from '../support/scripted-source.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

const kinds: Record<string, ScriptedSource['kind']> = {};
let instance: TestInstance;
let sql: pg.Pool;
let source: ScriptedSource;
let organizationId: string;
let count = 0;

beforeAll(async () => {
  instance = await openTestInstance({
    worker: false,
    loanSystemKinds: kinds,
    environment: { LOAN_SYSTEM_SECRET_SCRIPTED: 'let me in' },
  });
  sql = instance.resources.pool;
});
afterAll(() => instance.close());
beforeEach(async () => {
  count += 1;
  ({ organizationId } = await instance.lender());
  source = new ScriptedSource(`ahead-${count}`);
  source.hasSets = true;
  kinds[source.code] = source.kind;
  const service = new LoanSystemService({ ...instance.resources, remotes: remoteSystems(instance.resources) });
  const secretEnv = { password: 'LOAN_SYSTEM_SECRET_SCRIPTED' };
  const request = { code: source.code, kind: source.code, baseUrl: 'http://core.test', settings: { tenant: 't' } };
  await service.add(systemPrincipal('test'), { ...request, organizationId, secretEnv }, true);
  await instance.resources.addedSystems.refresh();
  for (const id of ['1', '2', '3', '4', '5', '6']) source.put(id, {}, [paid(`${id}-1`, 100)]);
});

/** Pages of two loans. */
const sync = (request: Partial<SyncRequest> = {}, db: Database = instance.resources.db) =>
  new SystemSync({ ownPostings, ...instance.resources, db, systems: loanSystems(instance.resources) }).run({
    code: source.code,
    mode: 'full',
    ...request,
  });

async function stored(): Promise<readonly string[]> {
  const text = 'select external_id from account where organization_id = $1 order by 1';
  return (await sql.query(text, [organizationId])).rows.map(({ external_id }) => external_id);
}

/** No page can be written until it is unlocked, at the latest when the test ends. */
async function lockPersons(): Promise<() => Promise<void>> {
  const blocker = await sql.connect();
  await blocker.query('begin');
  await blocker.query('lock table person in exclusive mode');
  let isLocked = true;
  const unlock = async () => {
    if (!isLocked) return;
    isLocked = false;
    await blocker.query('rollback');
    blocker.release();
  };
  onTestFinished(unlock);
  return unlock;
}

const pagesListed = () => source.listed.map(({ page }) => page);

it('reads the next page while a page is written, and none after it', async () => {
  const unlock = await lockPersons();
  const running = sync();
  await expect.poll(() => source.read.length).toBe(4);
  const waiting = `select count(*)::int as n from pg_locks where not granted and relation = 'person'::regclass`;
  await expect.poll(async () => (await sql.query(waiting)).rows[0].n).toBe(1);
  expect(pagesListed()).toEqual([null, '2']);
  expect(await stored()).toEqual([]);
  await unlock();
  expect(await running).toMatchObject({ kind: 'finished', pass: { heads: 6, loansRead: 6, transactions: 6 } });
  expect(pagesListed()).toEqual([null, '2', '4']);
  expect(source.read).toHaveLength(6);
});

it('a page that was read ahead and is not written leaves nothing: the next sync reads it again', async () => {
  let stops = false;
  source.beforeLoan = async (externalId) => {
    if (externalId === '3') throw new Error('cannot be read');
  };
  const onProgress = () => {
    stops = true;
  };
  const unlock = await lockPersons();
  const running = sync({ shallPause: () => stops, onProgress });
  await expect.poll(() => source.read.length).toBe(4);
  await unlock();
  expect(await running).toMatchObject({ kind: 'paused', pass: { heads: 2, loansFailed: 0, page: expect.any(String) } });
  expect(await stored()).toEqual(['1', '2']);
  const { rows } = await sql.query('select last_error, lease from loan_system_sync where loan_system_code = $1', [
    source.code,
  ]);
  expect(rows).toEqual([{ last_error: null, lease: null }]);
  source.beforeLoan = undefined;
  source.read.length = 0;
  source.listed.length = 0;
  expect(await sync()).toMatchObject({ kind: 'finished', pass: { heads: 6, loansRead: 6 } });
  expect(pagesListed()).toEqual(['2', '4']);
  expect(source.read.toSorted()).toEqual(['3', '4', '5', '6']);
});

it('a loan that the next page lists again, unchanged, is read once', async () => {
  const { heads } = ScriptedSource.prototype;
  const first = await heads.call(source, { since: null, page: null, limit: 2 });
  source.listed.length = 0;
  source.heads = async (request) => {
    const listed = await heads.call(source, request);
    if (request.page !== '2' || listed.kind !== 'answered' || first.kind !== 'answered') return listed;
    return { ...listed, value: { ...listed.value, heads: [...first.value.heads, ...listed.value.heads] } };
  };
  expect(await sync()).toMatchObject({ kind: 'finished', pass: { heads: 8, loansRead: 6 } });
  expect(source.read.toSorted()).toEqual(['1', '2', '3', '4', '5', '6']);
});

it('when a write fails, nothing is being read any more once the sync has ended', async () => {
  let reading = 0;
  source.beforeLoan = async (externalId) => {
    if (externalId < '3') return;
    reading += 1;
    await sql.query('select pg_sleep(0.2)');
    reading -= 1;
  };
  const failing = new KillableDatabase(sql, () => {
    if (source.read.includes('3')) throw new Error('no database');
  });
  await expect(sync({ mode: 'full' }, failing)).rejects.toThrow('no database');
  expect([source.read.includes('3'), reading]).toEqual([true, 0]);
});
