import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLedger } from '../../connectors/loan-systems/embedded-ledger-as-loan-system.js';
import type { RemoteKindName } from '../../connectors/loan-systems/kinds.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { applyChange } from '../../loan-model/projection/apply-change.js';
import { loanSystems, remoteSystems } from '../../runtime/assembly/loan-systems.js';
import { ownPostings } from '../../subgraphs/payments/autopay/run/own-posting-details.reads.store.js';
import { endSchedules } from '../../subgraphs/payments/autopay/schedule/end-schedules-of-paid-off-loan.js';
import { LoanSystemService } from '../../subgraphs/servicing/loan-systems/loan-system/loan-system.service.js';
import { readLoan } from '../../subgraphs/servicing/loan-systems/sync/read-loan-from-source.js';
import { SystemSync } from '../../subgraphs/servicing/loan-systems/sync/sync-loan-system.js';
import { Api } from '../support/api.js';
import type { Lender } from '../support/lender.js';
import { openStandIn, REMOTE_KINDS, type RemoteStandIn } from '../support/remote-stand-ins.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

const PRINCIPAL_CENTS = 120_000;
const PAYMENT_CENTS = 10_000;
const ADMIN = systemPrincipal('test');

let instance: TestInstance;
let lender: Lender;
let api: Api;
let reports: Api;
let standIns: readonly RemoteStandIn[];
/** The account id of the same loan in each system. */
const accounts = new Map<string, string>();
const externalIds = new Map<string, string>();

beforeAll(async () => {
  standIns = await Promise.all(REMOTE_KINDS.map((kind) => openStandIn(kind)));
  const environment = Object.assign({}, ...standIns.map((system) => system.environment));
  instance = await openTestInstance({
    environment: { ...environment, LOAN_SYSTEM_TIMEOUT_MS: '10000' },
  });
  lender = await instance.lender();
  api = await lender.api();
  reports = new Api(instance.baseUrl, (await lender.key()).plaintext);
  accounts.set('ledger', await lender.ledgerAccount(PRINCIPAL_CENTS));
  accounts.set('sandbox', await lender.sandboxAccount('SBX-POSTS', PRINCIPAL_CENTS));
  for (const system of standIns) accounts.set(system.kind, await remoteAccount(system));
});
afterAll(async () => {
  await instance?.close();
  await Promise.all(standIns.map((system) => system.close()));
});

/** One loan in a system that was added and synced: the account's id. */
async function remoteAccount(system: RemoteStandIn): Promise<string> {
  const { kind, baseUrl, settings, secretEnv } = system;
  const externalId = system.makeLoan(PRINCIPAL_CENTS);
  // No system lists accruals.
  system.accrue(externalId, 1_234);
  externalIds.set(kind, externalId);
  const service = new LoanSystemService({ ...instance.resources, remotes: remoteSystems(instance.resources) });
  const { organizationId } = lender;
  const added = await service.add(ADMIN, { code: kind, kind, baseUrl, organizationId, settings, secretEnv }, true);
  if (added.outcome === 'refused') throw new Error(added.problems.join('; '));
  await instance.resources.addedSystems.refresh();
  expect(await sync(kind)).toMatchObject({ kind: 'finished', pass: { loansRead: 1, loansFailed: 0 } });
  const found = await instance.resources.pool.query('select id from account where loan_system_code = $1', [kind]);
  return found.rows[0].id;
}

async function chargeOff(accountId: string): Promise<void> {
  const { db, clock } = instance.resources;
  const loan = { organizationId: lender.organizationId, accountId, externalId: accountId };
  await db.transaction(async (tx) => {
    const outcome = await createLedger({ db, clock, endSchedules }).operations.chargeOff(tx, loan, 'bankruptcy');
    if (outcome.kind === 'refused') throw new Error(outcome.reason);
    await applyChange(tx, { clock, endSchedules }, outcome.change);
  });
}

const sync = (code: string) =>
  new SystemSync({ ownPostings, ...instance.resources, systems: loanSystems(instance.resources) }).run({
    code,
    mode: 'full',
  });

/** An answer's fields with the type of each; null counts as a type only if the field is always null. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shapeOf(field)]));
}

/** Fields that some systems report and others do not; every other field is reported by all systems, or by none. */
const UNTOLD = ['external_account_number', 'external_contract_number'] as const;
/** In the ledger a loan begins in Tributary, as pending. */
const MAY_BE_NULL: ReadonlySet<string> = new Set([...UNTOLD, 'from_status', 'synced_through']);

const idOf = (kind: string) => accounts.get(kind) ?? '';
const KINDS = ['ledger', ...REMOTE_KINDS] as const;
/** Fields that each remote system does not report. */
const UNREPORTED: Readonly<Record<RemoteKindName, readonly string[]>> = {
  fineract: ['co_borrowers'],
  mambu: ['external_contract_number', 'payment_method', 'charged_off_balance', 'co_borrowers'],
};
/** The sandbox accepts postings and has no contract: it is compared only in postings. */
const POSTED_KINDS = [...KINDS, 'sandbox'] as const;

describe('one loan, in each loan system', () => {
  it('posts and reverses payments in the same way', async () => {
    for (const kind of POSTED_KINDS) {
      const paid = await api.record(idOf(kind), { amount_cents: PAYMENT_CENTS });
      expect([kind, paid.status, paid.json.status]).toEqual([kind, 201, 'posted']);
      const returned = await api.record(idOf(kind), { amount_cents: 5_000 });
      const reversal = await api.reverse(returned.json.payment_id, { is_nsf: true, reason: 'of a test' });
      expect([kind, reversal.status, reversal.json.status]).toEqual([kind, 201, 'reversed']);
      const mistaken = await api.record(idOf(kind), { amount_cents: 2_500, payment_method: 'check', check_number: 7 });
      const correction = await api.reverse(mistaken.json.payment_id, { reason: 'another loan was meant' });
      expect([kind, correction.status, correction.json.status]).toEqual([kind, 201, 'reversed']);
    }
  });

  it('after each payment or reversal, the account is soon read from its system without a request', async () => {
    for (const kind of REMOTE_KINDS) {
      const types = async () => {
        const listed = await api.get(`/v1/accounts/${idOf(kind)}/transactions`);
        return listed.json.items
          .map(({ type, amount_cents, status }: Record<string, unknown>) => `${type} ${amount_cents} ${status}`)
          .sort();
      };
      await expect
        .poll(types)
        .toEqual([
          `disbursement ${PRINCIPAL_CENTS} posted`,
          'nsf -5000 posted',
          'payment 10000 posted',
          'payment 2500 reversed',
          'payment 5000 reversed',
          'reversal -2500 posted',
        ]);
    }
  });

  it('payments of one day are read in the order in which they were made', async () => {
    for (const kind of REMOTE_KINDS) {
      const { source } = loanSystems(instance.resources).byCode(kind);
      if (source === undefined) throw new Error(`${kind} has nothing to sync`);
      const read = await readLoan(source, externalIds.get(kind) ?? '');
      if (read.kind !== 'answered' || read.value === 'absent') throw new Error(`${kind} does not answer`);
      const payments = read.value.transactions.filter(({ type }) => type === 'payment');
      expect([kind, payments.map(({ amountCents }) => amountCents)]).toEqual([kind, [PAYMENT_CENTS, 5_000, 2_500]]);
    }
  });

  it('payments of one day are listed in the same way, with the recorded texts', async () => {
    const listed = await Promise.all(
      POSTED_KINDS.map(async (kind) =>
        (await api.get(`/v1/accounts/${idOf(kind)}/transactions`)).json.items
          .filter(({ type }: { type: string }) => ['payment', 'nsf', 'reversal'].includes(type))
          .map((row: Record<string, unknown>) => [row['type'], row['amount_cents'], row['status']]),
      ),
    );
    expect(listed.slice(1)).toEqual(POSTED_KINDS.slice(1).map(() => listed[0]));
    const rows = await Promise.all(
      ['mpr', 'nsfr', 'car'].map(async (code) => {
        const { items } = (await reports.get(`/reports/${code}?limit=1000`)).json;
        return POSTED_KINDS.map((kind) =>
          items
            .filter(({ account_id }: { account_id: string }) => account_id === idOf(kind))
            .map((row: Record<string, unknown>) => [row['amount_cents'], row['payment_method'], row['reason']]),
        );
      }),
    );
    for (const [ledger, ...others] of rows) expect(others).toEqual(others.map(() => ledger));
  });

  it.each([
    ['the list row', () => '/v1/accounts?limit=1000'],
    ['the detailed record', (id: string) => `/v1/accounts/${id}`],
    ['its transactions', (id: string) => `/v1/accounts/${id}/transactions`],
    ['its lifecycle events', (id: string) => `/v1/accounts/${id}/lifecycle-events`],
    ['its payments', (id: string) => `/v1/accounts/${id}/payments`],
  ])('%s has the same fields and types', async (_, path) => {
    const shapes = await Promise.all(
      KINDS.map(async (kind) => {
        const answer = await api.get(path(idOf(kind)));
        expect([kind, answer.status]).toEqual([kind, 200]);
        const items: readonly Record<string, unknown>[] | undefined = answer.json.items;
        const fields =
          items?.find(({ id, account_id }) => (account_id ?? id) === idOf(kind)) ?? items?.[0] ?? answer.json;
        return Object.entries(shapeOf(fields) as Record<string, unknown>);
      }),
    );
    const [ledger = [], ...others] = shapes;
    for (const other of others) {
      expect(other.map(([name]) => name)).toEqual(ledger.map(([name]) => name));
      const fields = new Map(ledger);
      for (const [name, type] of other) {
        const isNull = type === 'null' || fields.get(name) === 'null';
        if (!(isNull && MAY_BE_NULL.has(name))) expect([name, type]).toEqual([name, fields.get(name)]);
      }
    }
  });

  it('fields that a system does not report are listed with the system, and are null on its accounts', async () => {
    const service = new LoanSystemService({ ...instance.resources, remotes: remoteSystems(instance.resources) });
    const missingFields = (await service.list(ADMIN)).map(({ code, notTold }) => [code, notTold] as const);
    expect(missingFields.filter(([code]) => idOf(code) !== '').sort()).toEqual(
      [
        ...Object.entries(UNREPORTED),
        ['ledger', []],
        ['sandbox', ['external_account_number', 'contract', 'past_due']],
      ].sort(),
    );
    for (const kind of KINDS) {
      const { json } = await api.get(`/v1/accounts/${idOf(kind)}`);
      const missing = UNTOLD.filter((field) => new Map(missingFields).get(kind)?.includes(field));
      for (const field of missing) expect([kind, field, json[field]]).toEqual([kind, field, null]);
    }
  });

  it('amounts are those that each system itself reports', async () => {
    for (const system of standIns) {
      const books = system.booksOf(externalIds.get(system.kind) ?? '');
      const detail = await api.get(`/v1/accounts/${idOf(system.kind)}`);
      expect(detail.json).toMatchObject({
        current_balance_cents: books.balanceCents,
        status_code: 'active',
        contract: { original_principal_cents: PRINCIPAL_CENTS },
        payoff: { amount_cents: books.balanceCents },
      });
      const payments = (await api.get(`/v1/accounts/${idOf(system.kind)}/transactions`)).json.items
        .filter(({ type }: { type: string }) => type === 'payment')
        .map(({ amount_cents }: { amount_cents: number }) => amount_cents);
      expect(payments.sort()).toEqual(Object.values(books.payments).sort());
    }
    const balances = await Promise.all(
      KINDS.map(async (kind) => (await api.get(`/v1/accounts/${idOf(kind)}`)).json.current_balance_cents),
    );
    expect(balances.slice(1)).toEqual(REMOTE_KINDS.map(() => PRINCIPAL_CENTS - PAYMENT_CENTS));
  });

  it.each(['crr', 'mpr', 'nsfr', 'nsr', 'abr'])('report %s has a row of each, with the same amounts', async (code) => {
    const { items } = (await reports.get(`/reports/${code}?limit=1000`)).json;
    const cents = (kind: string) =>
      items
        .filter(({ account_id }: { account_id: string }) => account_id === idOf(kind))
        .map(
          (row: Record<string, unknown>) =>
            row['amount_cents'] ??
            row['amount_financed_cents'] ??
            row['current_balance_cents'] ??
            row['balance_cents'] ??
            'none',
        )
        .sort();
    expect(cents('ledger').length).toBeGreaterThan(0);
    expect(cents('ledger')).not.toContain('none');
    for (const kind of REMOTE_KINDS) expect([kind, cents(kind)]).toEqual([kind, cents('ledger')]);
  });
});

describe.each(REMOTE_KINDS)('%s is down', (kind) => {
  it('once the breaker is open a payment is 503 at once: nothing is sent, and nothing written', async () => {
    const system = standIns.find((candidate) => candidate.kind === kind);
    if (system === undefined) throw new Error('each kind has a stand-in');
    const { pool } = instance.resources;
    // Jobs of earlier payments may end during the test, and the crontab adds its own at each full minute.
    const rows = async () => {
      const text = `select id from collected_payment
        union all select id::text from graphile_worker._private_jobs where not coalesce(payload::jsonb ? '_cron', false)`;
      return (await pool.query(text)).rows.map(({ id }) => String(id));
    };
    const before = new Set(await rows());
    system.faults.always('*', 'reset_before');
    const key = randomUUID();
    try {
      for (let tried = 0; tried < 6; tried += 1) {
        expect((await api.record(idOf(kind), { amount_cents: 100 })).status).toBe(503);
      }
      const asked = () => [...system.faults.calls.values()].reduce((sum, count) => sum + count, 0);
      const askedBefore = asked();
      const refused = await api.record(idOf(kind), { amount_cents: 100 }, key);
      expect([refused.status, refused.json.detail.error_code]).toEqual([503, 'posting_unavailable']);
      expect(asked()).toBe(askedBefore);
      expect((await rows()).filter((id) => !before.has(id))).toEqual([]);
      // The other systems accept payments during that time.
      for (const other of KINDS.filter((candidate) => candidate !== kind)) {
        expect([other, (await api.record(idOf(other), { amount_cents: 100 })).status]).toEqual([other, 201]);
      }
    } finally {
      system.faults.clear();
    }
    // Half a minute at most, until the breaker tries again; then the same key posts.
    const again = async () => (await api.record(idOf(kind), { amount_cents: 100 }, key)).status;
    await expect.poll(again, { timeout: 20_000, interval: 500 }).toBe(201);
  });
});

it('a charged-off loan shows whether it accepts recoveries, and recording one agrees', async () => {
  const lost = new Map([['ledger', await lender.ledgerAccount(PRINCIPAL_CENTS)]]);
  await chargeOff(lost.get('ledger') ?? '');
  for (const system of standIns) {
    const externalId = system.makeLoan(PRINCIPAL_CENTS);
    system.writeOff(externalId);
    await sync(system.kind);
    const text = 'select id from account where external_id = $1 and loan_system_code = $2';
    lost.set(system.kind, (await instance.resources.pool.query(text, [externalId, system.kind])).rows[0].id);
  }
  const said: Record<string, unknown> = {};
  for (const [kind, id] of lost) {
    const { json } = await api.get(`/v1/accounts/${id}`);
    expect([kind, json.status_code]).toEqual([kind, 'charged_off']);
    const recovered = await api.record(id, { amount_cents: 100 });
    const refusal = recovered.status === 201 ? null : recovered.json.detail.error_code;
    said[kind] = [json.accepts_payments, json.not_payable_reason, recovered.status, refusal];
  }
  expect(said).toEqual({
    ledger: [true, null, 201, null],
    fineract: [true, null, 201, null],
    mambu: [false, 'no_recoveries', 422, 'account_not_payable'],
  });
});

it('requests to the stand-ins, and their answers, match the public contracts', () => {
  expect(standIns.flatMap(({ violations }) => violations)).toEqual([]);
});
