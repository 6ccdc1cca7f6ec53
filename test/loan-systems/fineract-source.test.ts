import { type Logger, pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SimulatedClock } from '../../core/time/clock.js';
import type { IsoDate } from '../../core/time/dates.js';
import type { TransactionPage } from '../../loan-model/loan-source-types.js';
import type { LoanSource, Reached } from '../../loan-model/port.js';
import { fineractAdapter } from '../support/fineract/fineract-adapter.js';
import { type FineractServer, openFineract } from '../support/fineract/fineract-server.js';

let server: FineractServer;
let logged: Record<string, unknown>[];
let system: ReturnType<typeof fineractAdapter>;
let source: LoanSource;

beforeAll(async () => {
  server = await openFineract();
});
afterAll(async () => {
  await server.close();
  expect(server.violations).toEqual([]);
});
beforeEach(async () => {
  await system?.close();
  server.faults.clear();
  server.book.loans.clear();
  server.book.businessDate = '2026-11-20' as IsoDate;
  logged = [];
  system = fineractAdapter(server, { logger: collecting(), clock: new SimulatedClock('2026-11-20T15:00:00Z') });
  if (system.source === undefined) throw new Error('Fineract has a source');
  ({ source } = system);
});

describe('Fineract › heads', () => {
  it('lists every loan once, by number, for any page size; and every page can be read again', async () => {
    const ids = manyLoans(23);
    for (const limit of [1, 5, 23, 100]) {
      server.heard.length = 0;
      const { seen, pages } = await turn(limit);
      expect(seen).toEqual(ids);
      expect(server.heard.length, 'one call a page').toBe(Math.ceil(23 / limit));
      expect(answered(await source.heads({ since: null, page: pages[1] ?? null, limit })).heads[0]?.externalId).toBe(
        pages[1] === undefined ? ids[0] : ids[limit],
      );
    }
  });

  it('skips no loan when earlier ones are deleted between two pages', async () => {
    const ids = manyLoans(23);
    const first = answered(await source.heads({ since: null, page: null, limit: 10 }));
    for (const id of ids.slice(0, 8)) server.book.loans.delete(Number(id));
    const rest = await turn(10, first.next);
    expect(rest.seen).toEqual(ids.slice(10));
  });

  it('skips none when all rows of the last page were deleted', async () => {
    const ids = manyLoans(12);
    const first = answered(await source.heads({ since: null, page: null, limit: 10 }));
    for (const id of ids.slice(0, 10)) server.book.loans.delete(Number(id));
    expect((await turn(10, first.next)).seen).toEqual(ids.slice(10));
    for (const id of ids) server.book.loans.delete(Number(id));
    expect(await turn(10, first.next)).toMatchObject({ seen: [] });
  });

  it('returns the whole list each time; the revisions show what changed', async () => {
    const [one] = manyLoans(3);
    const before = await revisions();
    const loan = server.book.loans.get(Number(one));
    if (loan === undefined) throw new Error('no loan');
    server.book.pay(loan, { amount: 1_000 });
    const after = await revisions();
    expect(after.filter((revision, place) => revision !== before[place])).toEqual([after[0]]);
    server.book.chargeOff(loan);
    expect((await revisions())[0]).not.toBe(after[0]);
  });

  it('is unavailable when the list is not answered', async () => {
    server.faults.next('loans', 'html');
    expect(await source.heads({ since: null, page: null, limit: 10 })).toEqual({ kind: 'unavailable' });
    server.faults.next('loans', 'wrong_json');
    expect(await source.heads({ since: null, page: null, limit: 10 })).toEqual({ kind: 'unavailable' });
  });
});

describe('Fineract › a loan', () => {
  it('is read in its current state: overdue, with its arrears and the next due amount', async () => {
    const loan = server.book.loan({ interest: 12_000, disbursedOn: '2026-09-11' as IsoDate, externalId: 'C-1' });
    server.book.pay(loan, { amount: 4_000 });
    expect(answered(await source.loan(String(loan.id)))).toMatchObject({
      externalContractNumber: 'C-1',
      sourceStatus: 'loanStatusType.active',
      statusCode: 'delinquent',
      currentBalanceCents: 97_000,
      pastDue: {
        asOf: '2026-11-20',
        pastDueCents: 14_666,
        oldestUnpaidOn: '2026-10-11',
        nextDueOn: '2026-12-10',
        nextDueCents: 9_333,
      },
    });
  });

  it('with an unknown status is unknown, and logged', async () => {
    const loan = server.book.loan();
    loan.status = 911;
    expect(answered(await source.loan(String(loan.id)))).toMatchObject({ statusCode: 'unknown' });
    expect(logged).toMatchObject([
      { loan_system: 'fineract', loan: String(loan.id), status: 'loanStatusType.invalid' },
    ]);
    expect(answered(await system.quotePayoff({ ...OURS, externalId: String(loan.id) })).payable).toBe(false);
  });

  it('held by a group belongs to the group', async () => {
    const members = [server.book.client('Ida Weaver'), server.book.client('Jo Weaver')];
    server.book.groups.set(31, { name: 'Weavers', members });
    const loan = server.book.loan({ groupId: 31 });
    const { borrowers } = present(answered(await source.loan(String(loan.id))));
    expect(borrowers).toEqual([{ externalId: 'group:31', role: 'primary' }]);
    expect(answered(await source.person('group:31'))).toMatchObject({ externalId: 'group:31', displayName: 'Weavers' });
    expect(answered(await source.person('group:32'))).toBe('absent');
    const joint = fineractAdapter(server, { settings: { 'group-co-borrowers': 'all' } });
    const asked = joint.source?.loan(String(loan.id)) ?? Promise.resolve({ kind: 'unavailable' } as const);
    expect(present(answered(await asked)).borrowers).toEqual([
      { externalId: 'group:31', role: 'primary' },
      ...members.map(({ id }) => ({ externalId: String(id), role: 'co_borrower' })),
    ]);
    await joint.close();
  });

  it('has a person’s current addresses that a letter would reach, states and countries by their codes', async () => {
    const { id, addresses } = server.book.client('Grace Obi');
    const home = { line1: '1 Main Street', city: 'Albany', postalCode: '12207', isActive: true };
    addresses.push({ ...home, state: 'New York', country: 'United States' });
    addresses.push({ ...home, state: 'NY', country: 'US', line1: '2 Old Road', isActive: false });
    addresses.push({ ...home, state: 'NY', country: 'somewhere' });
    expect(answered(await source.person(String(id)))).toMatchObject({
      addresses: [
        { line1: '1 Main Street', line2: null, city: 'Albany', state: 'NY', postalCode: '12207', country: 'US' },
      ],
    });
  });

  it('if addresses may not be read, has the person without addresses', async () => {
    const { id } = server.book.client('Grace Obi');
    const closed = fineractAdapter(server, { logger: collecting('warn') });
    const person = async () => answered((await closed.source?.person(String(id))) ?? { kind: 'unavailable' });
    server.permissions.delete('READ_ADDRESS');
    try {
      expect(await person()).toMatchObject({ displayName: 'Grace Obi', addresses: null });
      await person();
    } finally {
      server.permissions.add('READ_ADDRESS');
      await closed.close();
    }
    expect(logged).toMatchObject([{ loan_system: 'fineract', status: 403 }]);
    server.faults.next('addresses', 'html');
    expect(await source.person(String(id))).toMatchObject({ kind: 'unavailable' });
  });

  it('has a person with the fields that Fineract has', async () => {
    const { id } = server.book.client('Grace Obi');
    expect(answered(await source.person(String(id)))).toEqual({
      externalId: String(id),
      displayName: 'Grace Obi',
      email: `client-${id}@example.com`,
      phone: '+12125550100',
      addresses: [],
    });
  });
});

describe('Fineract › transactions', () => {
  it.each(['pages', 'only with the loan'])('%s: all of them, accruals left out, unknown ones logged', async (how) => {
    server.pages = how === 'pages';
    const loan = server.book.loan({ principal: 1_000_000 });
    for (let count = 0; count < 250; count += 1) server.book.pay(loan, { amount: 100, paymentType: 2 });
    server.book.record(loan, 10, { amount: 5 });
    server.book.record(loan, 77, { amount: 5 });
    const types: string[] = [];
    let [page, pages]: [string | null, number] = [null, 0];
    do {
      const read: TransactionPage = answered(await source.transactions(String(loan.id), page));
      types.push(...read.transactions.map(({ type }) => type));
      page = read.next;
      pages += 1;
    } while (page !== null);
    server.pages = true;
    expect(types).toEqual(['disbursement', ...Array.from({ length: 250 }, () => 'payment'), 'other']);
    expect(pages).toBe(how === 'pages' ? 2 : 1);
    expect(logged).toMatchObject([{ loan: String(loan.id), odd: 'type 77' }]);
  });

  it('is unavailable, not empty, when they are not answered', async () => {
    const loan = server.book.loan();
    for (const fault of ['html', 'wrong_json', 'fail_before_posting', 'refuse'] as const) {
      server.faults.next('transactions', fault);
      expect(await source.transactions(String(loan.id), null)).toMatchObject({ kind: 'unavailable' });
    }
    expect(await source.transactions('999999', null)).toMatchObject({ kind: 'unavailable' });
  });
});

const OURS = { organizationId: 'organization', accountId: 'account' };

function manyLoans(count: number): string[] {
  return Array.from({ length: count }, () => String(server.book.loan({ instalments: 1 }).id));
}

async function turn(limit: number, from: string | null = null) {
  const [seen, pages]: [string[], string[]] = [[], []];
  let page = from;
  do {
    const read = answered(await source.heads({ since: null, page, limit }));
    seen.push(...read.heads.map(({ externalId }) => externalId));
    pages.push(page ?? '0:0');
    page = read.next;
  } while (page !== null);
  return { seen, pages };
}

async function revisions(): Promise<string[]> {
  return answered(await source.heads({ since: null, page: null, limit: 100 })).heads.map(({ revision }) => revision);
}

function answered<T>(reached: Reached<T>): T {
  if (reached.kind === 'unavailable') throw new Error('not answered');
  return reached.value;
}

function present<T>(value: T | 'absent'): T {
  if (value === 'absent') throw new Error('not there');
  return value;
}

function collecting(level = 'error'): Logger {
  return pino({ level }, { write: (line: string) => void logged.push(JSON.parse(line)) });
}

describe('Fineract › a loan with its transactions', () => {
  it('is one call, which returns what the list of transactions returns', async () => {
    const loan = server.book.loan({ principal: 100_000, instalments: 12 });
    server.book.record(loan, 10, { amount: 100 });
    const before = server.faults.count('transactions');
    const read = answered(await source.loan(String(loan.id)));
    expect(server.faults.count('transactions')).toBe(before);
    expect(read === 'absent' ? [] : read.transactions).toEqual(
      answered(await source.transactions(String(loan.id), null)).transactions,
    );
  });

  it('is read without them once a loan has hundreds of accounting entries, if the server lists them by pages', async () => {
    const loan = server.book.loan({ principal: 100_000, instalments: 12 });
    for (let entries = 0; entries < 201; entries += 1) server.book.record(loan, 10, { amount: 1 });
    const transactionsOf = async () => {
      const read = answered(await source.loan(String(loan.id)));
      return read === 'absent' ? undefined : read.transactions?.length;
    };
    expect(await transactionsOf()).toBe(1);
    expect(await transactionsOf()).toBeUndefined();
    server.pages = false;
    answered(await source.transactions(String(loan.id), null));
    server.pages = true;
    expect(await transactionsOf()).toBe(1);
  });
});
