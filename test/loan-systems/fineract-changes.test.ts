import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemPrincipal } from '../../core/principal/principal.js';
import { addDays } from '../../core/time/dates.js';
import { loanSystems, remoteSystems } from '../../runtime/assembly/loan-systems.js';
import { ownPostings } from '../../subgraphs/payments/autopay/run/own-posting-details.reads.store.js';
import { LoanSystemService } from '../../subgraphs/servicing/loan-systems/loan-system/loan-system.service.js';
import type { SyncMode } from '../../subgraphs/servicing/loan-systems/sync/next-pass.js';
import { SystemSync } from '../../subgraphs/servicing/loan-systems/sync/sync-loan-system.js';
import { SyncWorker } from '../../subgraphs/servicing/loan-systems/sync/sync-worker.js';
import { addWithoutSync } from '../support/add-loan-system.js';
import type { BookLoan } from '../support/fineract/fineract-book.js';
import { FINERACT_USER, type FineractServer, openFineract } from '../support/fineract/fineract-server.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let instance: TestInstance;
let sql: pg.Pool;
/** Each test has its own Fineract and its own lender. */
let server: FineractServer;
let code: string;
let organizationId: string;
let count = 0;

const MINUTE_MS = 60_000;

beforeAll(async () => {
  instance = await openTestInstance({
    worker: false,
    environment: { FINERACT_STAND_IN_PASSWORD: FINERACT_USER.password, LOAN_SYSTEM_TIMEOUT_MS: '60000' },
  });
  sql = instance.resources.pool;
});
afterAll(() => instance.close());
beforeEach(async (context) => {
  count += 1;
  code = `fineract-${count}`;
  server = await openFineract();
  context.onTestFinished(async () => {
    await server.close();
    expect(server.violations).toEqual([]);
  });
  ({ organizationId } = await instance.lender());
  const { username, tenant } = FINERACT_USER;
  const secretEnv = { password: 'FINERACT_STAND_IN_PASSWORD' };
  const system = { kind: 'fineract', baseUrl: server.baseUrl, settings: { username, tenant }, secretEnv } as const;
  await addWithoutSync(instance.resources, system, { code, organizationId });
});

/** One pass; returns the calls that it made, by their names. */
async function pass(mode: SyncMode = 'incremental'): Promise<Record<string, number>> {
  server.heard.length = 0;
  const sync = new SystemSync({ ownPostings, ...instance.resources, systems: loanSystems(instance.resources) });
  expect(await sync.run({ code, mode })).toMatchObject({ kind: 'finished', pass: { loansFailed: 0 } });
  const calls: Record<string, number> = {};
  for (const { call } of server.heard) calls[call] = (calls[call] ?? 0) + 1;
  delete calls['payoff'];
  return calls;
}

async function balance(loan: BookLoan): Promise<number> {
  const { rows } = await sql.query(
    'select current_balance_cents from account where organization_id = $1 and external_id = $2',
    [organizationId, String(loan.id)],
  );
  return rows[0]?.current_balance_cents;
}

async function phones(): Promise<readonly string[]> {
  const { rows } = await sql.query('select phone from person where organization_id = $1 and loan_system_code = $2', [
    organizationId,
    code,
  ]);
  return rows.map(({ phone }) => phone);
}

async function state() {
  const { rows } = await sql.query(
    `select changes_position is not null as "isFollowing", changes_missed as missed from loan_system_sync
      where loan_system_code = $1`,
    [code],
  );
  return rows[0];
}

/** Loans that are synced, with the list of commands followed. */
async function syncedLoans(number: number): Promise<readonly BookLoan[]> {
  const loans = Array.from({ length: number }, () => server.book.loan());
  await pass();
  return loans;
}

async function syncedLoan(): Promise<BookLoan> {
  const [loan] = await syncedLoans(1);
  if (loan === undefined) throw new Error('no loan');
  return loan;
}

describe('following Fineract’s list of commands', () => {
  it('costs one call when nothing has changed', async () => {
    await syncedLoans(3);
    expect(await pass()).toEqual({ audits: 1 });
    expect(await pass()).toEqual({ audits: 1 });
  });

  it('reads the loans that it names, and neither the list of loans nor their borrowers', async () => {
    const [one, two, three] = await syncedLoans(3);
    if (one === undefined || two === undefined || three === undefined) throw new Error('three loans');
    server.book.pay(one, { amount: 1_000 });
    server.book.pay(three, { amount: 3_000 });
    expect(await pass()).toEqual({ audits: 1, batch: 1 });
    expect(await Promise.all([one, two, three].map(balance))).toEqual([99_000, 100_000, 97_000]);
    expect(await pass()).toEqual({ audits: 1 });
  });

  it('finds a payment and its reversal, which leave a loan as it was', async () => {
    const loan = await syncedLoan();
    server.book.undo(server.book.pay(loan, { amount: 1_000 }), undefined);
    await pass();
    const { rows } = await sql.query('select type from transaction where organization_id = $1 order by type::text', [
      organizationId,
    ]);
    expect(rows.map(({ type }) => type)).toEqual(['disbursement', 'payment', 'reversal']);
  });

  it('with 100 changed loans takes at most 50 calls', async () => {
    const loans = await syncedLoans(110);
    for (const loan of loans.slice(0, 100)) server.book.pay(loan, { amount: 1_000 });
    expect(await pass()).toEqual({ audits: 1, batch: 10 });
    expect(new Set(await Promise.all(loans.slice(0, 100).map(balance)))).toEqual(new Set([99_000]));
  });

  it('reads many loans in one call again after an answer that a proxy cut off', async () => {
    const loans = await syncedLoans(3);
    const systems = loanSystems(instance.resources);
    const sync = new SystemSync({ ownPostings, ...instance.resources, systems });
    const changed = async () => {
      for (const loan of loans) server.book.pay(loan, { amount: 1_000 });
      server.heard.length = 0;
      expect(await sync.run({ code, mode: 'incremental' })).toMatchObject({
        kind: 'finished',
        pass: { loansFailed: 0 },
      });
      return server.heard.map(({ call }) => call).filter((call) => call === 'batch' || call === 'loan');
    };
    server.faults.next('batch', 'wrong_json');
    expect(await changed()).toEqual(['batch', 'loan', 'loan', 'loan']);
    expect(await changed()).toEqual(['batch']);
  });

  it('reads on where more than one answer’s entries are new', async () => {
    const loan = await syncedLoan();
    for (let payment = 0; payment < 450; payment += 1) server.book.pay(loan, { amount: 100 });
    expect(await pass()).toEqual({ audits: 2, loan: 1 });
    expect(await balance(loan)).toBe(55_000);
    server.book.pay(loan, { amount: 100 });
    expect(await pass()).toMatchObject({ loan: 1 });
    expect(await balance(loan)).toBe(54_900);
  });

  it('has a new loan with its borrower', async () => {
    await syncedLoans(1);
    const loan = server.book.loan({ client: server.book.client('Grace Obi') });
    expect(await pass()).toEqual({ audits: 1, loan: 1, client: 1, addresses: 1 });
    expect(await balance(loan)).toBe(100_000);
  });

  it('reads a client’s telephone number and address again when a command changed them', async () => {
    const client = server.book.client();
    const [loan, joint] = [server.book.loan({ client }), server.book.loan({ client })];
    await pass();
    server.book.changeClient(client, { mobile: '+12125550199' });
    expect(await pass()).toMatchObject({ audits: 1, client: 1, addresses: 1 });
    expect(await phones()).toEqual(['+12125550199']);
    server.book.addAddress(client, {
      line1: '1 Main St',
      city: 'Albany',
      state: 'New York',
      postalCode: '12207',
      country: 'United States',
      isActive: true,
    });
    expect(await pass()).not.toHaveProperty('loans');
    const { rows } = await sql.query('select line1 from person_address where organization_id = $1', [organizationId]);
    expect(rows).toEqual([{ line1: '1 Main St' }]);
    expect(await Promise.all([loan, joint].map(balance))).toEqual([100_000, 100_000]);
  });

  it('waits for a command that is in progress', async () => {
    const loan = await syncedLoan();
    server.book.pay(loan, { amount: 1_000 });
    const entry = server.book.audits.entries.at(-1);
    if (entry === undefined) throw new Error('no entry');
    entry.status = 4;
    expect(await pass()).toEqual({ audits: 1 });
    entry.status = 1;
    expect(await pass()).toEqual({ audits: 1, loan: 1 });
    expect(await balance(loan)).toBe(99_000);
  });

  it('reads a command that is committed after later ones', async () => {
    const [slow, quick] = await syncedLoans(2);
    if (slow === undefined || quick === undefined) throw new Error('two loans');
    server.book.pay(slow, { amount: 1_000 });
    const entry = server.book.audits.entries.at(-1);
    if (entry === undefined) throw new Error('no entry');
    entry.isCommitted = false;
    server.book.audits.now = () => entry.madeAt + 14 * MINUTE_MS;
    server.book.pay(quick, { amount: 1_000 });
    await pass();
    entry.isCommitted = true;
    expect(await pass()).toEqual({ audits: 1, loan: 1 });
    expect(await balance(slow)).toBe(99_000);
  });

  it('asks a newer server for the entries since an instant', async () => {
    server.book.audits.newer = true;
    const loan = await syncedLoan();
    server.book.pay(loan, { amount: 1_000 });
    await pass();
    expect(await balance(loan)).toBe(99_000);
    server.book.pay(loan, { amount: 1_000 });
    expect(await pass()).toEqual({ audits: 1, loan: 1 });
    expect(server.heard.find(({ call }) => call === 'audits')?.url).toMatch(/makerDateTimeFrom=2026-.*timeZone=UTC/);
    expect(await balance(loan)).toBe(98_000);
  });
});

describe('without that list', () => {
  it('the list of loans is read, until the permission is there, and again once it is gone', async () => {
    server.permissions.delete('READ_AUDIT');
    const loan = await syncedLoan();
    expect(await state()).toMatchObject({ isFollowing: false });
    server.book.pay(loan, { amount: 1_000 });
    expect(await pass()).toMatchObject({ audits: 1, loans: 1 });
    expect(await balance(loan)).toBe(99_000);

    server.permissions.add('READ_AUDIT');
    server.book.pay(loan, { amount: 1_000 });
    expect(await pass(), 'what happened before the list is followed').toMatchObject({ loans: 1 });
    expect([await state(), await balance(loan)]).toMatchObject([{ isFollowing: true }, 98_000]);
    expect(await pass()).toEqual({ audits: 1 });

    server.permissions.delete('READ_AUDIT');
    server.book.pay(loan, { amount: 1_000 });
    expect(await pass()).toMatchObject({ audits: 1, loans: 1 });
    expect([await state(), await balance(loan)]).toMatchObject([{ isFollowing: false }, 97_000]);
  });

  it('the list of loans is read when Fineract was restored from a backup, whose next commands have ids that were read', async () => {
    const loan = await syncedLoan();
    const entries = server.book.audits.entries.length;
    for (let payment = 0; payment < 5; payment += 1) server.book.pay(loan, { amount: 1_000 });
    await pass();
    server.book.audits.restore(entries);
    server.book.pay(loan, { amount: 1_000 });
    expect(await pass()).toMatchObject({ audits: 1, loans: 1 });
    expect(await balance(loan)).toBe(94_000);
    await pass();
    server.book.pay(loan, { amount: 1_000 });
    expect(await pass()).toEqual({ audits: 1, loan: 1 });
    expect([await state(), await balance(loan)]).toMatchObject([{ isFollowing: true }, 93_000]);
  });

  it('a proxy without its server does not end the following', async () => {
    await syncedLoan();
    server.faults.next('audits', 'html');
    const sync = new SystemSync({ ownPostings, ...instance.resources, systems: loanSystems(instance.resources) });
    expect(await sync.run({ code, mode: 'incremental' })).toEqual({ kind: 'unavailable' });
    expect(await state()).toMatchObject({ isFollowing: true });
    expect(await pass()).toEqual({ audits: 1 });
  });
});

it('the worker reads it again after its own pause, not after that of the list of loans', async () => {
  await syncedLoan();
  const systems = loanSystems(instance.resources);
  const worker = new SyncWorker({
    ownPostings,
    ...instance.resources,
    systems,
    syncEveryMinutes: 5,
    changesEverySeconds: 15,
  });
  await worker.system({ code, mode: 'incremental' });
  const { rows } = await sql.query(
    `select payload->>'mode' as mode, run_at > now() and run_at <= now() + interval '15 seconds' as "isSoon"
       from graphile_worker._private_jobs where payload->>'code' = $1`,
    [code],
  );
  expect(rows).toEqual([{ mode: 'incremental', isSoon: true }]);
});

it('an operator sees whether the list is followed, and what it missed', async () => {
  const loan = await syncedLoan();
  server.book.pay(loan, { amount: 1_000 });
  server.book.audits.purge();
  await pass('full');
  const service = new LoanSystemService({ ...instance.resources, remotes: remoteSystems(instance.resources) });
  const shown = (await service.list(systemPrincipal('test'))).find((system) => system.code === code);
  expect(shown).toMatchObject({ followsChanges: true, changesMissed: 1, lastError: null });
});

describe('the daily full pass finds what the list of commands missed, and counts it', () => {
  it('a transaction that takes longer than commands are waited for', async () => {
    const [slow, quick] = await syncedLoans(2);
    if (slow === undefined || quick === undefined) throw new Error('two loans');
    server.book.pay(slow, { amount: 1_000 });
    const entry = server.book.audits.entries.at(-1);
    if (entry === undefined) throw new Error('no entry');
    entry.isCommitted = false;
    server.book.pay(quick, { amount: 1_000 });
    server.book.audits.now = () => entry.madeAt + 16 * MINUTE_MS;
    server.book.pay(quick, { amount: 1_000 });
    await pass();
    entry.isCommitted = true;
    expect(await pass()).toEqual({ audits: 1 });
    await pass('full');
    expect([await balance(slow), await state()]).toMatchObject([99_000, { missed: 1 }]);
  });

  it('commands of other offices than the user’s', async () => {
    server.book.audits.office = 2;
    const [own, other] = [server.book.loan({ office: 2 }), server.book.loan({ office: 3 })];
    await pass();
    for (const loan of [own, other]) server.book.pay(loan, { amount: 1_000 });
    await pass();
    expect([await balance(own), await balance(other)]).toEqual([99_000, 100_000]);
    await pass('full');
    expect([await balance(other), await state()]).toMatchObject([99_000, { missed: 1 }]);
  });

  it('commands that were deleted before they were read', async () => {
    const loan = await syncedLoan();
    server.book.pay(loan, { amount: 1_000 });
    server.book.audits.purge();
    await pass();
    expect(await balance(loan)).toBe(100_000);
    await pass('full');
    expect([await balance(loan), await state()]).toMatchObject([99_000, { missed: 1 }]);
  });

  it('a command for many loans, which names none', async () => {
    const loans = await syncedLoans(2);
    server.book.collectionSheet(loans, 1_000);
    expect(await pass()).toEqual({ audits: 1 });
    await pass('full');
    expect([await Promise.all(loans.map(balance)), await state()]).toMatchObject([[99_000, 99_000], { missed: 2 }]);
  });

  it('but not what is too new to have been read, nor arrears that grow by themselves', async () => {
    const [paid, late] = await syncedLoans(2);
    if (paid === undefined || late === undefined) throw new Error('two loans');
    server.book.pay(paid, { amount: 1_000 });
    server.book.businessDate = late.instalments[0]?.dueOn;
    await pass('full');
    expect([await balance(paid), await state()]).toMatchObject([99_000, { missed: 0 }]);
  });

  it('counts again from nothing in each full pass, and keeps the count until then', async () => {
    const loan = await syncedLoan();
    server.book.pay(loan, { amount: 1_000 });
    server.book.audits.purge();
    await pass('full');
    await pass();
    expect(await state()).toMatchObject({ missed: 1 });
    await pass('full');
    expect(await state()).toMatchObject({ missed: 0 });
  });

  it('of which nothing is lost when Fineract does not answer while it reads contact data', async () => {
    const client = server.book.client();
    server.book.loan({ client });
    await pass();
    client.mobile = '+12125550166';
    server.faults.always('client', 'html');
    server.faults.always('payoff', 'html');
    const sync = new SystemSync({ ownPostings, ...instance.resources, systems: loanSystems(instance.resources) });
    expect(await sync.run({ code, mode: 'full' })).toEqual({ kind: 'unavailable' });
    server.faults.clear();
    expect(await pass(), 'the full pass goes on').toMatchObject({ client: 1 });
    expect(await phones()).toEqual(['+12125550166']);
  });

  it('reads all contact data again', async () => {
    const client = server.book.client();
    server.book.loan({ client });
    await pass();
    client.mobile = '+12125550177';
    await pass();
    expect(await phones()).toEqual(['+12125550100']);
    await pass('full');
    expect(await phones()).toEqual(['+12125550177']);
  });

  it('an exception names how much of it could not be read, until a full pass reads it all', async () => {
    server.book.loan({ client: server.book.client() });
    await pass();
    server.permissions.delete('READ_CLIENT');
    await pass('full');
    const exceptions = async () => {
      const { rows } = await sql.query(
        `select detail, resolved_at is null as "isOpen" from operator_exception
          where kind = 'contact_data_unread' and subject_id = $1`,
        [code],
      );
      return rows;
    };
    expect(await exceptions()).toEqual([{ detail: { unread: 1 }, isOpen: true }]);
    await pass();
    expect(await exceptions(), 'only a full pass reads contact data').toMatchObject([{ isOpen: true }]);
    server.permissions.add('READ_CLIENT');
    await pass('full');
    expect(await exceptions()).toMatchObject([{ isOpen: false }]);
    server.permissions.delete('READ_CLIENT');
    await pass('full');
    expect(await exceptions()).toMatchObject([{ isOpen: true }]);
    await new LoanSystemService({ ...instance.resources, remotes: remoteSystems(instance.resources) }).remove(
      systemPrincipal('test'),
      code,
      true,
    );
    expect(await exceptions()).toMatchObject([{ isOpen: false }]);
  });
});

describe('arrears, which jobs of the day’s end change and the list of commands does not name', () => {
  const later = () =>
    sql.query(
      `update loan_system_sync set arrears_due_at = arrears_due_at - interval '1 hour',
         arrears_asked_at = arrears_asked_at - interval '1 hour' where loan_system_code = $1`,
      [code],
    );
  const withoutDay = ({ loans: _, ...calls }: Record<string, number>) => calls;
  const statusOf = async (loan: BookLoan) => {
    const found = await sql.query('select status_code from account where organization_id = $1 and external_id = $2', [
      organizationId,
      String(loan.id),
    ]);
    return found.rows[0]?.status_code;
  };

  it('are read once, an hour after the tenant’s business day has changed, for loans that were due', async () => {
    const today = server.book.today();
    const [due, other] = [-29, 0].map((days) => server.book.loan({ disbursedOn: addDays(today, days) }));
    if (due === undefined || other === undefined) throw new Error('two loans');
    await pass();
    await later();
    server.book.businessDate = addDays(today, 3);
    expect(withoutDay(await pass()), 'before the hour is over').toEqual({ audits: 1 });
    await later();
    expect(withoutDay(await pass())).toEqual({ audits: 1, loan: 1 });
    expect([await statusOf(due), await statusOf(other)]).toEqual(['delinquent', 'active']);
    expect(await pass(), 'once').toEqual({ audits: 1 });
    server.book.businessDate = addDays(today, 4);
    await later();
    await pass();
    await later();
    expect(withoutDay(await pass()), 'a loan that is past due, on the next day').toEqual({ audits: 1, loan: 1 });
  });

  it('a pass that ends while it reads them goes on there', async () => {
    const today = server.book.today();
    const due = server.book.loan({ disbursedOn: addDays(today, -29) });
    await pass();
    await later();
    server.book.businessDate = addDays(today, 3);
    await pass();
    await later();
    server.faults.always('loan', 'html');
    server.faults.always('payoff', 'html');
    const sync = new SystemSync({ ownPostings, ...instance.resources, systems: loanSystems(instance.resources) });
    expect(await sync.run({ code, mode: 'incremental' })).toEqual({ kind: 'unavailable' });
    server.faults.clear();
    await pass();
    expect(await statusOf(due)).toBe('delinquent');
  });
});
