import type pg from 'pg';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../core/db/database.js';
import { cents } from '../../core/money.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import type { RoleName } from '../../core/principal/roles.js';
import { loanSystems, remoteSystems } from '../../runtime/assembly/loan-systems.js';
import { ownPostings } from '../../subgraphs/payments/autopay/run/own-posting-details.reads.store.js';
import { LoanSystemService } from '../../subgraphs/servicing/loan-systems/loan-system/loan-system.service.js';
import { addLagGauge } from '../../subgraphs/servicing/loan-systems/sync/sync-lag-gauge.js';
import {
  type SyncOutcome,
  type SyncRequest,
  SystemSync,
} from '../../subgraphs/servicing/loan-systems/sync/sync-loan-system.js';
import { SyncWorker } from '../../subgraphs/servicing/loan-systems/sync/sync-worker.js';
import { Api } from '../support/api.js';
import { on } from '../support/example-loan.js';
import { graphClient } from '../support/graph.js';
import { instant } from '../support/instant.js';
import { KillableDatabase } from '../support/killable-worker.js';
import type { Lender } from '../support/lender.js';
import { operatorToken } from '../support/operators.js';
import { Gate } from '../support/scripted-loan-system.js';
import { paid, person, ScriptedSource } from '../support/scripted-source.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let instance: TestInstance;
let sql: pg.Pool;
/** Each test has its own lender, and a loan system with the lender's loans. */
let lender: Lender;
let source: ScriptedSource;
/** By kind: each test's own stand-in. */
const kinds: Record<string, ScriptedSource['kind']> = {};
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
  lender = await instance.lender();
  source = new ScriptedSource(`core-${count}`);
  kinds[source.code] = source.kind;
  await add(source.code);
});

const service = () => new LoanSystemService({ ...instance.resources, remotes: remoteSystems(instance.resources) });
const ADMIN = systemPrincipal('test');
/**
 * The lag of a pass that has just ended. On a busy machine seconds may pass between its end and the read; a system that
 * is behind lags by hours.
 */
const UP_TO_DATE = expect.closeTo(0, -2);

async function add(code: string, fields: object = {}) {
  const request = {
    code,
    kind: code,
    baseUrl: 'http://core.test',
    organizationId: lender.organizationId,
    settings: { tenant: 't' },
    secretEnv: { password: 'LOAN_SYSTEM_SECRET_SCRIPTED' },
    ...fields,
  };
  const change = await service().add(ADMIN, request, true);
  await instance.resources.addedSystems.refresh();
  return change;
}

const sync = (request: Partial<SyncRequest> = {}, db: Database = instance.resources.db): Promise<SyncOutcome> =>
  new SystemSync({ ownPostings, ...instance.resources, db, systems: loanSystems(instance.resources) }).run({
    code: source.code,
    mode: 'incremental',
    ...request,
  });

/** The lender's rows in the normalized model, without values that differ from run to run. */
async function model() {
  const select = async (text: string) => (await sql.query(text, [lender.organizationId])).rows;
  return {
    accounts: await select(
      `select external_id, external_contract_number, current_balance_cents, status_code, source_status, original_principal_cents,
              annual_rate, source_deleted_at is not null as deleted
         from account where organization_id = $1 order by external_id`,
    ),
    persons: await select(
      'select external_id, display_name from person where organization_id = $1 and external_id is not null order by 1',
    ),
    borrowers: await select(
      `select a.external_id as loan, p.external_id as person, b.role, b.is_active from account_borrower b
         join account a on a.id = b.account_id join person p on p.id = b.person_id where b.organization_id = $1 order by 1, 2`,
    ),
    addresses: await select('select line1, is_current from person_address where organization_id = $1 order by 1'),
    transactions: await select(
      `select a.external_id as loan, t.external_id, t.type, t.amount_cents, t.effective_at, t.status,
              t.source_deleted_at is not null as deleted, o.external_id as original
         from transaction t join account a on a.id = t.account_id left join transaction o on o.id = t.original_transaction_id
        where t.organization_id = $1 order by 1, 2`,
    ),
    events: await select(
      `select a.external_id as loan, e.type, e.from_status, e.to_status from lifecycle_event e join account a on a.id = e.account_id
        where e.organization_id = $1 order by e.occurred_at, e.id`,
    ),
    snapshots: await select(
      `select a.external_id as loan, s.as_of, s.past_due_cents from past_due_snapshot s join account a on a.id = s.account_id
        where s.organization_id = $1 order by 1, 2`,
    ),
  };
}

describe('a first sync', () => {
  it('imports accounts, borrowers, addresses, transactions and events; a second one reads nothing', async () => {
    source.persons.set('p2', person('p2', 'Bo Borrower'));
    source.put('1', {}, [paid('t1', 100), paid('t2', 200), paid('t3', 300)]);
    source.put('2', {
      borrowers: [
        { externalId: 'p2', role: 'co_borrower' },
        { externalId: 'p1', role: 'primary' },
      ],
    });
    source.put('3');
    const outcome = await sync();
    expect(outcome).toMatchObject({
      kind: 'finished',
      pass: { mode: 'full', heads: 3, loansRead: 3, transactions: 3, loansFailed: 0 },
    });
    const first = await model();
    expect(first.accounts.map(({ external_id, status_code }) => [external_id, status_code])).toEqual([
      ['1', 'active'],
      ['2', 'active'],
      ['3', 'active'],
    ]);
    expect(first.persons.map(({ external_id }) => external_id)).toEqual(['p1', 'p2']);
    expect(first.borrowers).toHaveLength(4);
    expect(first.addresses).toHaveLength(2);
    expect(first.transactions.map(({ external_id }) => external_id)).toEqual(['t1', 't2', 't3']);
    expect(first.events.map(({ type }) => type)).toEqual(['opened', 'opened', 'opened']);

    const ids = await sql.query(
      'select id from account where organization_id = $1 union select id from transaction where organization_id = $1 union select id from person where organization_id = $1 order by 1',
      [lender.organizationId],
    );
    source.read.length = 0;
    for (const mode of ['incremental', 'full'] as const) {
      expect(await sync({ mode })).toMatchObject({ kind: 'finished', pass: { mode, loansRead: 0 } });
    }
    expect(source.read).toEqual([]);
    source.put('1');
    await sync();
    expect(await model()).toEqual(first);
    const after = await sql.query(
      'select id from account where organization_id = $1 union select id from transaction where organization_id = $1 union select id from person where organization_id = $1 order by 1',
      [lender.organizationId],
    );
    expect(after.rows).toEqual(ids.rows);
  });

  it('stores a composed name, even if the system has it decomposed', async () => {
    source.persons.set('p1', person('p1', 'Renée Müller'.normalize('NFD')));
    source.put('1');
    await sync();
    expect((await model()).persons).toEqual([{ external_id: 'p1', display_name: 'Renée Müller' }]);
  });

  it('makes the account readable over the API like any other', async () => {
    source.put('1', {}, [paid('t1', 100)]);
    await sync();
    const api = await lender.api();
    const { rows } = await sql.query('select id from account where organization_id = $1', [lender.organizationId]);
    const detail = await api.get(`/v1/accounts/${rows[0].id}`);
    expect(detail.json).toMatchObject({
      status_code: 'active',
      current_balance_cents: 100_000,
      contract: { annual_rate: '12.5000', originated_on: '2026-01-15' },
      payoff: { amount_cents: 100_000, as_of: '2026-11-20' },
      borrowers: [{ display_name: 'Ada Borrower', role: 'primary' }],
    });
    const listed = await api.get(`/v1/accounts/${rows[0].id}/transactions`);
    expect(listed.json.items).toMatchObject([{ type: 'payment', amount_cents: 100, effective_at: '2026-11-20' }]);
  });
});

describe('an incremental sync', () => {
  it('reads only what changed', async () => {
    for (const id of ['1', '2', '3', '4', '5']) source.put(id);
    await sync();
    source.read.length = 0;
    source.put('4', { currentBalanceCents: cents(90_000) }, [paid('t1', 10_000)]);
    expect(await sync()).toMatchObject({
      kind: 'finished',
      pass: { mode: 'incremental', loansRead: 1, transactions: 1 },
    });
    expect(source.read).toEqual(['4']);
    expect((await model()).accounts.map(({ current_balance_cents }) => current_balance_cents)).toEqual([
      100_000, 100_000, 100_000, 90_000, 100_000,
    ]);
  });

  it('a loan that is read for the first time has one lifecycle event, from null; later reads add none', async () => {
    const past = source.loans.get('1')?.loan.lifecycleEvents ?? [];
    source.put('1', { statusCode: 'delinquent', sourceStatus: 'IN_ARREARS' });
    source.put('2', {
      statusCode: 'paid_in_full',
      sourceStatus: 'REPAID',
      lifecycleEvents: [
        ...past,
        {
          type: 'charged_off',
          fromStatus: null,
          toStatus: 'charged_off',
          occurredAt: instant('2026-05-01T04:00:00.000Z'),
        },
        {
          type: 'paid_in_full',
          fromStatus: null,
          toStatus: 'paid_in_full',
          occurredAt: instant('2026-06-01T04:00:00.000Z'),
        },
      ],
    });
    const first = [
      { loan: '2', type: 'paid_in_full', from_status: null, to_status: 'paid_in_full' },
      { loan: '1', type: 'delinquent', from_status: null, to_status: 'delinquent' },
    ];
    await sync();
    expect((await model()).events).toEqual(first);
    for (const id of ['1', '2']) source.put(id, { currentBalanceCents: cents(1) });
    await sync();
    expect((await model()).events).toEqual(first);
    source.put('1', { statusCode: 'active', sourceStatus: 'ACTIVE' });
    await sync();
    expect((await model()).events).toEqual([
      ...first,
      { loan: '1', type: 'current', from_status: 'delinquent', to_status: 'active' },
    ]);
  });

  it('a change of status has the system’s date, or the time it was seen if the system does not date it', async () => {
    source.put('1');
    await sync();
    const pastDue = {
      asOf: on('2026-11-20'),
      pastDueCents: cents(9_000),
      oldestUnpaidOn: on('2026-11-15'),
      nextDueOn: null,
      nextDueCents: null,
    };
    source.put('1', { statusCode: 'delinquent', sourceStatus: 'IN_ARREARS', pastDue });
    await sync();
    source.put('1', { statusCode: 'unknown', sourceStatus: 'SOMETHING_NEW' });
    await sync();
    source.put('1', { statusCode: 'active', sourceStatus: 'ACTIVE' });
    await sync();
    const { events, accounts, snapshots } = await model();
    expect(events.map(({ type, from_status }) => [type, from_status])).toEqual([
      ['opened', null],
      ['delinquent', 'active'],
      ['current', 'unknown'],
    ]);
    expect(accounts[0]).toMatchObject({ status_code: 'active', source_status: 'ACTIVE' });
    expect(snapshots).toHaveLength(1);
  });
});

describe('reversals and deletions in the system', () => {
  it('our own payments keep our texts, even when the system gives them new numbers', async () => {
    source.put('1');
    await sync();
    const { rows } = await sql.query('select id from account where organization_id = $1', [lender.organizationId]);
    const api = await lender.api();
    const { payment_id: id } = (await api.record(rows[0].id, { amount_cents: 100, payment_method: 'cash' })).json;
    await api.reverse(id, { is_nsf: true, reason: 'R01' });
    source.put('1', {}, [
      paid('anew', 100, { reference: id, status: 'reversed', paymentMethod: 'Money Transfer' }),
      paid('anew:reversal', -100, { reference: id, type: 'reversal', originalExternalId: 'anew', paymentMethod: null }),
    ]);
    await sync();
    const shown = await sql.query(
      'select external_id, type, payment_method, reason from transaction where organization_id = $1 order by 1',
      [lender.organizationId],
    );
    expect(shown.rows).toEqual([
      { external_id: 'anew', type: 'payment', payment_method: 'cash', reason: null },
      { external_id: 'anew:reversal', type: 'nsf', payment_method: null, reason: 'R01' },
    ]);
  });

  it('transactions of one day have ids in the order of entry, whatever the order in the system’s list', async () => {
    source.put('1', {}, [
      paid('last', 300, { entered: 3 }),
      paid('middle', 200, { entered: 2 }),
      paid('first', 100, { entered: 1 }),
    ]);
    await sync();
    const { rows } = await sql.query('select external_id from transaction where organization_id = $1 order by id', [
      lender.organizationId,
    ]);
    expect(rows.map(({ external_id }) => external_id)).toEqual(['first', 'middle', 'last']);
  });

  it('a reversed payment is reversed, and its reversal a transaction', async () => {
    source.put('1', {}, [paid('t1', 100)]);
    await sync();
    const back = paid('t1:reversal', -100, { type: 'reversal', originalExternalId: 't1' });
    source.put('1', {}, [paid('t1', 100, { status: 'reversed' }), back]);
    await sync();
    expect(
      (await model()).transactions.map(({ external_id, status, original }) => [external_id, status, original]),
    ).toEqual([
      ['t1', 'reversed', null],
      ['t1:reversal', 'posted', 't1'],
    ]);
  });

  it('a transaction that is gone is `deleted`, and is restored when it comes back', async () => {
    source.put('1', {}, [paid('t1', 100), paid('t2', 200)]);
    await sync();
    source.put('1', {}, [paid('t2', 200)]);
    await sync();
    const statuses = async () =>
      (await model()).transactions.map(({ external_id, status, deleted }) => [external_id, status, deleted]);
    expect(await statuses()).toEqual([
      ['t1', 'deleted', true],
      ['t2', 'posted', false],
    ]);
    const receipts = await new Api(instance.baseUrl, (await lender.key()).plaintext).get('/reports/crr');
    expect(receipts.json.items.map(({ amount_cents }: { amount_cents: number }) => amount_cents)).toEqual([200]);
    source.put('1', {}, [paid('t1', 100), paid('t2', 200)]);
    await sync();
    expect(await statuses()).toEqual([
      ['t1', 'posted', false],
      ['t2', 'posted', false],
    ]);
  });

  it('a loan that is gone is closed after a full pass, and stays readable; it may come back', async () => {
    source.put('1', {}, [paid('t1', 100)]);
    source.put('2');
    await sync();
    source.loans.delete('1');
    await sync();
    expect((await model()).accounts.map(({ status_code }) => status_code)).toEqual(['active', 'active']);
    await sync({ mode: 'full' });
    const gone = await model();
    expect(gone.accounts.map(({ status_code, deleted }) => [status_code, deleted])).toEqual([
      ['closed', true],
      ['active', false],
    ]);
    expect(gone.transactions).toHaveLength(1);
    expect(gone.events.map(({ loan, type }) => [loan, type])).toContainEqual(['1', 'closed']);
    source.put('1');
    await sync({ mode: 'full' });
    expect((await model()).accounts[0]).toMatchObject({ status_code: 'active', deleted: false });
    expect((await model()).events.at(-1)).toMatchObject({ loan: '1', type: 'reopened' });
  });

  it('a loan that a page skipped is read singly, and not considered gone', async () => {
    for (const id of ['1', '2', '3']) source.put(id);
    await sync();
    const heads = source.heads.bind(source);
    source.heads = async (request) => {
      const page = await heads(request);
      return page.kind === 'answered'
        ? { ...page, value: { ...page.value, heads: page.value.heads.filter(({ externalId }) => externalId !== '2') } }
        : page;
    };
    expect(await sync({ mode: 'full' })).toMatchObject({ kind: 'finished' });
    expect((await model()).accounts.map(({ deleted }) => deleted)).toEqual([false, false, false]);
  });

  it('most loans gone at once: none is marked, and the pass stops with a reason', async () => {
    source.pageSize = 200;
    for (let n = 0; n < 12; n += 1) source.put(String(n));
    await sync();
    source.loans.clear();
    const stopped = await sync({ mode: 'full' });
    expect(stopped).toEqual({ kind: 'stopped', reason: '12 of 12 loans are gone from the system; none was marked' });
    expect((await model()).accounts.filter(({ deleted }) => deleted)).toEqual([]);
  });
});

describe('under failure', () => {
  it('killed after any statement or commit, the next sync continues, with the same result as an undisturbed one', async () => {
    source.persons.set('p2', person('p2', 'Bo Borrower'));
    for (const id of ['1', '2', '3']) source.put(id, {}, [paid(`${id}-1`, 100), paid(`${id}-2`, 200)]);
    let died = 0;
    for (let at = 1; at < 200; at += 1) {
      let left = at;
      const live = () => {
        left -= 1;
        if (left <= 0) throw new Error('killed');
      };
      const outcome = await sync({ mode: 'full' }, new KillableDatabase(sql, live)).catch(() => 'killed');
      await sql.query(
        `update loan_system_sync set lease_until = now() - interval '1 minute' where loan_system_code = $1`,
        [source.code],
      );
      if (outcome !== 'killed' && left > 0) break;
      died += 1;
    }
    expect(died).toBeGreaterThan(5);
    expect(await sync()).toMatchObject({ kind: 'finished' });
    const { accounts, persons, transactions, events, borrowers } = await model();
    expect([accounts.length, persons.length, borrowers.length, transactions.length, events.length]).toEqual([
      3, 1, 3, 6, 3,
    ]);
  });

  it('continues at the page where it stopped', async () => {
    for (const id of ['1', '2', '3', '4', '5']) source.put(id);
    expect(await sync({ shallPause: () => source.read.length >= 2 })).toMatchObject({
      kind: 'paused',
      pass: { heads: 2 },
    });
    source.listed.length = 0;
    expect(await sync()).toMatchObject({ kind: 'finished', pass: { mode: 'full', heads: 5, loansRead: 5 } });
    expect(source.listed.map(({ page }) => page)).toEqual(['2', '4']);
  });

  it('a system that is down leaves everything as it is; the next sync continues', async () => {
    for (const id of ['1', '2', '3']) source.put(id);
    source.beforeLoan = async () => {
      source.isAway = true;
    };
    expect(await sync()).toEqual({ kind: 'unavailable' });
    source.beforeLoan = undefined;
    source.isAway = false;
    expect(await sync()).toMatchObject({ kind: 'finished' });
    expect((await model()).accounts).toHaveLength(3);
  });

  it('one unanswered loan does not block the others, and is tried again', async () => {
    for (const id of ['1', '2', '3']) source.put(id);
    source.mute.add('2');
    expect(await sync()).toMatchObject({ kind: 'finished', pass: { loansRead: 2, loansFailed: 1 } });
    const state = (await service().list(ADMIN)).find(({ code }) => code === source.code);
    expect(state).toMatchObject({ loansFailed: 1, lagSeconds: UP_TO_DATE, lastError: '1 loans could not be read' });
    source.mute.clear();
    // No changed loan is listed any more: the unread one is remembered.
    await sql.query(
      `update loan_system_sync set synced_through = now() + interval '1 hour' where loan_system_code = $1`,
      [source.code],
    );
    expect(await sync()).toMatchObject({ kind: 'finished', pass: { loansRead: 1, loansFailed: 0 } });
    expect((await service().list(ADMIN)).find(({ code }) => code === source.code)).toMatchObject({
      lastError: null,
      lagSeconds: UP_TO_DATE,
      accounts: 3,
    });
  });

  it('loans that answer but cannot be stored are left out until they change: the system does not count as down', async () => {
    for (const id of ['1', '2', '3']) source.put(id);
    for (const id of ['1', '2']) source.odd.add(id);
    expect(await sync()).toMatchObject({ kind: 'finished', pass: { loansRead: 1, loansFailed: 0 } });
    const state = async () => (await service().list(ADMIN)).find(({ code }) => code === source.code);
    expect(await state()).toMatchObject({ loansOdd: 2, lagSeconds: UP_TO_DATE, lastError: null });
    source.read.length = 0;
    expect(await sync()).toMatchObject({ kind: 'finished', pass: { mode: 'incremental' } });
    expect(source.read).toEqual([]);
    source.odd.clear();
    source.put('1');
    expect(await sync()).toMatchObject({ kind: 'finished', pass: { loansRead: 1 } });
    expect(await state()).toMatchObject({ loansOdd: 1, accounts: 2 });
  });

  it('a loan that its system refused to return is not odd: the next pass tries it again although nothing has changed', async () => {
    source.put('1');
    source.locked.add('1');
    expect(await sync()).toMatchObject({ kind: 'finished', pass: { loansRead: 0, loansFailed: 1 } });
    source.locked.clear();
    expect(await sync()).toMatchObject({ kind: 'finished', pass: { loansRead: 1, loansFailed: 0 } });
  });

  it('when no loan of a page answers but the system does, the loans are at fault', async () => {
    for (const id of ['1', '2', '3']) source.put(id);
    for (const id of ['1', '2']) source.mute.add(id);
    expect(await sync()).toMatchObject({ kind: 'finished', pass: { loansRead: 1, loansFailed: 2 } });
  });

  it('loans that a full pass listed and failed on are not considered gone', async () => {
    source.pageSize = 200;
    for (let n = 0; n < 12; n += 1) source.put(String(n));
    await sync();
    for (let n = 0; n < 12; n += 1) {
      source.put(String(n));
      source.mute.add(String(n));
    }
    expect(await sync({ mode: 'full' })).toMatchObject({ kind: 'finished', pass: { loansFailed: 12 } });
  });

  it('stops between two loans, and does not repeat those that it has tried', async () => {
    source.pageSize = 200;
    for (let n = 0; n < 20; n += 1) source.put(String(n));
    source.mute.add('0');
    expect(await sync({ shallPause: () => source.read.length >= 8 })).toMatchObject({
      kind: 'paused',
      pass: { heads: 0, loansFailed: 1 },
    });
    const tried = [...source.read];
    expect(tried.length).toBeLessThan(20);
    source.read.length = 0;
    expect(await sync()).toMatchObject({ kind: 'finished', pass: { heads: 20, loansRead: 19, loansFailed: 1 } });
    expect(source.read).toHaveLength(20 - tried.length);
    expect(source.read).not.toContain('0');
  });

  it('two at once: the second one’s caller learns that the first is running', async () => {
    source.put('1');
    const gate = new Gate();
    source.beforeLoan = () => gate.pass();
    const first = sync();
    await gate.reached;
    expect(await sync()).toEqual({ kind: 'busy' });
    gate.open();
    expect(await first).toMatchObject({ kind: 'finished' });
  });

  it('a read that began earlier never overwrites a later one', async () => {
    source.put('1');
    await sync();
    source.put('1', { currentBalanceCents: cents(90_000) }, [paid('t1', 10_000)]);
    const gate = new Gate();
    source.beforeLoan = () => gate.pass();
    const early = sync();
    await gate.reached;
    source.beforeLoan = undefined;
    source.put('1', { currentBalanceCents: cents(80_000) }, [paid('t1', 10_000), paid('t2', 10_000)]);
    const { rows } = await sql.query('select id from account where organization_id = $1', [lender.organizationId]);
    const worker = new SyncWorker({
      ownPostings,
      ...instance.resources,
      systems: loanSystems(instance.resources),
      syncEveryMinutes: 5,
      changesEverySeconds: 15,
    });
    await worker.account({ organizationId: lender.organizationId, accountId: rows[0].id, attempt: 1 });
    gate.open();
    await early;
    const { accounts, transactions } = await model();
    expect(accounts[0]).toMatchObject({ current_balance_cents: 80_000 });
    expect(transactions.map(({ external_id, status }) => [external_id, status])).toEqual([
      ['t1', 'posted'],
      ['t2', 'posted'],
    ]);
  });
});

describe('adding and removing loan systems', () => {
  const accountId = async () =>
    (await sql.query('select id from account where organization_id = $1', [lender.organizationId])).rows[0].id;

  it('after a removal its accounts are readable, and payments on them 503; added again, they are accepted', async () => {
    source.put('1');
    await sync();
    const [api, id] = [await lender.api(), await accountId()];
    expect(await service().remove(ADMIN, source.code, false)).toEqual({
      outcome: 'refused',
      problems: [`${source.code} holds 1 accounts, which would take no payments`],
    });
    expect(await service().remove(ADMIN, source.code, true)).toMatchObject({
      outcome: 'done',
      loanSystem: { isActive: false },
    });
    await instance.resources.addedSystems.refresh();
    const detail = await api.get(`/v1/accounts/${id}`);
    expect([detail.status, detail.json.payoff]).toEqual([200, null]);
    expect((await api.record(id)).status).toBe(503);
    expect(await sync()).toEqual({ kind: 'not_remote' });
    expect(await add(source.code)).toMatchObject({ outcome: 'done' });
    expect((await api.record(id)).status).toBe(201);
  });

  it('is announced by NOTIFY', async () => {
    const [code, kind] = [`heard-${count}`, source.code];
    const request = {
      code,
      kind,
      baseUrl: 'http://core.test',
      organizationId: lender.organizationId,
      settings: { tenant: 't' },
      secretEnv: { password: 'LOAN_SYSTEM_SECRET_SCRIPTED' },
    };
    await service().add(ADMIN, request, false);
    await expect.poll(() => instance.resources.addedSystems.get(code) !== undefined).toBe(true);
  });

  it('without its secret it is unavailable, and the others keep running', async () => {
    const code = `poor-${count}`;
    kinds[code] = source.kind;
    const missing = { secretEnv: { password: 'LOAN_SYSTEM_SECRET_NOT_SET' } };
    expect(await add(code, missing)).toEqual({
      outcome: 'refused',
      problems: ['the environment variable LOAN_SYSTEM_SECRET_NOT_SET is not set'],
    });
    await service().add(
      ADMIN,
      {
        code,
        kind: code,
        baseUrl: 'http://core.test',
        organizationId: lender.organizationId,
        settings: { tenant: 't' },
        ...missing,
      },
      false,
    );
    await instance.resources.addedSystems.refresh();
    expect(instance.resources.addedSystems.get(code)).toBeUndefined();
    expect(instance.resources.addedSystems.get(source.code)).toBeDefined();
  });

  it.each([
    ['a code that is taken', { code: 'ledger' }, /reserved/],
    ['a kind that there is not', { kind: 'other' }, /unknown kind other/],
    ['credentials in the address', { baseUrl: 'https://me:secret@core.test' }, /without credentials/],
    ['an unknown organization', { organizationId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }, /there is no organization/],
    ['an unknown setting, and a missing one', { settings: { colour: 'red' } }, /there is no setting colour/],
    [
      'a secret that was set for another purpose',
      { secretEnv: { password: 'PGPASSWORD' } },
      /secretEnv\.password: .* LOAN_SYSTEM_SECRET_/,
    ],
    ['a secret of our own', { secretEnv: { password: 'DATABASE_URL' } }, /product itself/],
    ['a secret that is missing', { secretEnv: {} }, /secret password/],
  ])('refuses %s', async (_, fields, expected) => {
    const change = await add(`new-${count}`, { kind: source.code, ...fields });
    expect(change).toMatchObject({
      outcome: 'refused',
      problems: expect.arrayContaining([expect.stringMatching(expected)]),
    });
  });

  it('each change is audited, without secrets', async () => {
    const { rows } = await sql.query('select actor, action, after from audit_log where subject = $1', [source.code]);
    expect(rows).toMatchObject([
      { actor: 'test', action: 'loan_system.try', after: { variables: ['LOAN_SYSTEM_SECRET_SCRIPTED'] } },
      { actor: 'test', action: 'loan_system.add', after: { secret_env: { password: 'LOAN_SYSTEM_SECRET_SCRIPTED' } } },
    ]);
    expect(JSON.stringify(rows)).not.toContain('let me in');
  });
});

describe('transactions from a source without signs appear in reports like those of the ledger', () => {
  it('waivers in ncar, refunds and reversals in car, charge-offs in ncar and wor', async () => {
    const waiver = paid('w', 700, { type: 'waiver', principalCents: null, feesCents: cents(700) });
    const refund = paid('r', 300, { type: 'refund' });
    const lost = { type: 'charge_off', effectiveAt: on('2026-11-18') } as const;
    source.put('1', {}, [waiver, refund, paid('t', 500, { status: 'reversed' }), taken('t')]);
    source.put('2', { statusCode: 'charged_off', milestones: { chargedOffOn: on('2026-11-18'), paidOffOn: null } }, [
      paid('c', 90_000, lost),
      paid('late', 1_000, { effectiveAt: on('2026-11-19') }),
    ]);
    await sync();
    const reports = new Api(instance.baseUrl, (await lender.key()).plaintext);
    const rows = async (code: string) => (await reports.get(`/reports/${code}`)).json.items;
    const amounts = async (code: string) =>
      (await rows(code)).map(({ type, amount_cents }: Record<string, unknown>) => [type, amount_cents]).sort();
    expect(await amounts('ncar')).toEqual([
      ['charge_off', -90_000],
      ['waiver', -700],
    ]);
    expect(await amounts('car')).toEqual([
      ['refund', -300],
      ['reversal', -500],
    ]);
    expect(await rows('wor')).toMatchObject([
      { charged_off_on: '2026-11-18', charge_off_amount_cents: 90_000, recovered_cents: 1_000 },
    ]);
  });

  it('an account that is already past due when it is first seen: in dr since the day after its oldest unpaid installment', async () => {
    const pastDue = { asOf: on('2026-11-20'), pastDueCents: cents(9_000), oldestUnpaidOn: on('2026-10-01') };
    source.put('1', { statusCode: 'delinquent', pastDue: { ...pastDue, nextDueOn: null, nextDueCents: null } });
    await sync();
    const reports = new Api(instance.baseUrl, (await lender.key()).plaintext);
    expect((await reports.get('/reports/dr?to=2026-11-20')).json.items).toMatchObject([
      { status_code: 'delinquent', days_past_due: 50, past_due_cents: 9_000, first_delinquent_on: '2026-10-02' },
    ]);
  });

  const taken = (id: string) => paid(`${id}:reversal`, 500, { type: 'reversal', originalExternalId: id });
});

describe('over GraphQL', () => {
  const QUERY = `{ loanSystems { code kind isActive accounts baseUrl settings secretEnv
    sync { mode isRunning lagSeconds syncedThrough heads loansRead loansFailed lastError } } }`;
  const operator = async (role: RoleName, organizationIds: readonly string[] = []) => {
    const request = { subject: 'ola', role, organizationIds };
    return graphClient(instance.graphqlUrl, await operatorToken(instance.resources, request));
  };

  it('an admin sees the progress of a sync, and has the worker run one', async () => {
    source.put('1');
    const admin = await operator('admin');
    const asked = await admin(
      'mutation ($code: ID!) { syncLoanSystem(code: $code) { problems loanSystem { code } } }',
      {
        code: source.code,
      },
    );
    expect(asked.json.data.syncLoanSystem).toEqual({ problems: [], loanSystem: { code: source.code } });
    const job = await sql.query(
      `delete from graphile_worker._private_jobs where payload->>'code' = $1 returning payload`,
      [source.code],
    );
    expect(job.rows).toEqual([{ payload: { code: source.code, mode: 'incremental' } }]);
    await worker().system(job.rows[0].payload);
    const { loanSystems: listed } = (await admin(QUERY)).json.data;
    expect(listed.find(({ code }: { code: string }) => code === source.code)).toMatchObject({
      isActive: true,
      accounts: 1,
      secretEnv: { password: 'LOAN_SYSTEM_SECRET_SCRIPTED' },
      sync: { mode: 'full', isRunning: false, lagSeconds: UP_TO_DATE, loansRead: 1, loansFailed: 0, lastError: null },
    });
    expect(listed.find(({ code }: { code: string }) => code === 'ledger').sync).toBeNull();
  });

  it.each(['viewer', 'operator', 'admin'] as const)(
    'a narrow %s sees the sync progress of its organizations’ systems, and nothing about how they are reached',
    async (role) => {
      const [foreign, kind] = [`foreign-${count}`, source.kind];
      Object.assign(kinds, { [foreign]: kind });
      await add(foreign, { organizationId: (await instance.lender('Birch Credit')).organizationId });
      source.put('1');
      await sync();
      const { organizationId } = lender;
      const answer = await (await operator(role, [organizationId]))(QUERY);
      const { loanSystems: listed } = answer.json.data;
      expect(listed.map(({ code }: { code: string }) => code)).toEqual(['ledger', 'sandbox', source.code]);
      expect(listed[0]).toMatchObject({ accounts: null, sync: null });
      expect(listed[2]).toMatchObject({
        ...{ kind: source.code, isActive: true, accounts: 1, baseUrl: null, settings: null, secretEnv: null },
        sync: { lagSeconds: UP_TO_DATE, lastError: null },
      });
    },
  );

  it('insufficient_scope for a key', async () => {
    const answer = await graphClient(instance.graphqlUrl, (await lender.key()).plaintext)(QUERY);
    expect(answer.json.errors[0].extensions.code).toBe('insufficient_scope');
  });

  it('an account shows which loan system holds it, and up to when it is synced', async () => {
    source.put('1');
    await sync();
    const key = graphClient(instance.graphqlUrl, (await lender.key(['accounts:read'])).plaintext);
    const { accounts } = (await key('{ accounts { items { loanSystemCode syncedThrough } } }')).json.data;
    const { rows } = await sql.query('select synced_through from loan_system_sync where loan_system_code = $1', [
      source.code,
    ]);
    expect(accounts.items).toEqual([{ loanSystemCode: source.code, syncedThrough: rows[0].synced_through }]);
    const rest = await lender.api(['accounts:read']);
    const [listed] = (await rest.get('/v1/accounts')).json.items;
    const read = (await rest.get(`/v1/accounts/${listed.id}`)).json;
    expect([listed.synced_through, read.synced_through]).toEqual([rows[0].synced_through, rows[0].synced_through]);
    expect(rows[0].synced_through).not.toBeNull();
  });
});

const worker = () =>
  new SyncWorker({
    ownPostings,
    ...instance.resources,
    systems: loanSystems(instance.resources),
    syncEveryMinutes: 5,
    changesEverySeconds: 15,
  });

it('the lag of a system is reported before it was ever synced', async () => {
  await sql.query(`update loan_system set created_at = now() - interval '1 hour' where code = $1`, [source.code]);
  const lag = async () => {
    const registry = new Registry();
    addLagGauge(registry, instance.resources.db);
    const told = await registry.metrics();
    return Number(new RegExp(`sync_lag_seconds\\{system="${source.code}"\\} (\\d+)`).exec(told)?.[1]);
  };
  expect(await lag()).toBeGreaterThanOrEqual(3_600);
  await sync();
  expect(await lag()).toBeLessThan(3_600);
});

describe('the worker', () => {
  const jobs = async () =>
    (
      await sql.query(
        `select payload->>'mode' as mode from graphile_worker._private_jobs where payload->>'code' = $1`,
        [source.code],
      )
    ).rows.map(({ mode }) => mode);

  it('syncs each system when it is due: at first in full, then after the pause, daily in full', async () => {
    await worker().watchDue();
    expect(await jobs()).toEqual(['full']);
    const forget = () =>
      sql.query(`delete from graphile_worker._private_jobs where payload->>'code' = $1`, [source.code]);
    const ago = async (column: string, interval: string) =>
      sql.query(`update loan_system_sync set ${column} = now() - $2::interval where loan_system_code = $1`, [
        source.code,
        interval,
      ]);
    await forget();
    await sync();
    await worker().watchDue();
    expect(await jobs()).toEqual([]);
    await ago('started_at', '6 minutes');
    await worker().watchDue();
    expect(await jobs()).toEqual(['incremental']);
    await forget();
    await ago('full_through', '25 hours');
    await worker().watchDue();
    expect(await jobs()).toEqual(['full']);
    await forget();
  });

  it('stops when it is asked to, and continues later', async () => {
    for (const id of ['1', '2', '3']) source.put(id);
    const stopping = worker();
    stopping.leaveOff();
    await stopping.system({ code: source.code, mode: 'incremental' });
    expect((await model()).accounts).toEqual([]);
    expect(await jobs()).toEqual(['incremental']);
    await worker().system({ code: source.code, mode: 'incremental' });
    expect((await model()).accounts).toHaveLength(3);
  });

  it('an account whose system is down is read again a little later, and then left to the next sync', async () => {
    source.put('1');
    await sync();
    const { rows } = await sql.query('select id from account where organization_id = $1', [lender.organizationId]);
    const accountId = rows[0].id;
    source.isAway = true;
    const waiting = async () =>
      (
        await sql.query(
          `delete from graphile_worker._private_jobs where payload->>'accountId' = $1 returning payload->>'attempt' as attempt`,
          [accountId],
        )
      ).rows.map(({ attempt }) => attempt);
    await worker().account({ organizationId: lender.organizationId, accountId, attempt: 1 });
    expect(await waiting()).toEqual(['2']);
    await worker().account({ organizationId: lender.organizationId, accountId, attempt: 4 });
    expect(await waiting()).toEqual([]);
  });

  it('reads one account of a system at a time; another one waits, with a lower priority than jobs that move money', async () => {
    for (const id of ['1', '2']) source.put(id);
    await sync();
    const { rows } = await sql.query('select id from account where organization_id = $1 order by external_id', [
      lender.organizationId,
    ]);
    const [one, other] = rows.map(({ id }) => id);
    const gate = new Gate();
    source.beforeLoan = () => gate.pass();
    source.read.length = 0;
    const busy = worker();
    const first = busy.account({ organizationId: lender.organizationId, accountId: one, attempt: 1 });
    await gate.reached;
    await busy.account({ organizationId: lender.organizationId, accountId: other, attempt: 1 });
    expect(source.read).toEqual(['1']);
    gate.open();
    await first;
    const jobs = await sql.query(
      `select payload->>'attempt' as attempt, priority from graphile_worker._private_jobs where payload->>'accountId' = any($1)`,
      [[one, other]],
    );
    expect(jobs.rows).toEqual([{ attempt: '1', priority: 20 }]);
  });
});
