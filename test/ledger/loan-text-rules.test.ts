import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { earlierBookLoanBody } from '../../core/contract/ledger-request-bodies.js';
import { fingerprint } from '../../core/idempotency/fingerprint.js';
import { SimulatedClock } from '../../core/time/clock.js';
import { BACKFILLS } from '../../runtime/migrate/backfills.js';
import { migrate } from '../../runtime/migrate/migrate.js';
import type { Api, ApiAnswer } from '../support/api.js';
import { board, csv, LOAN, PAYMENT } from '../support/board-file.js';
import type { Lender } from '../support/lender.js';
import { pdfPages } from '../support/pdf-text.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* Identifiers and addresses: the same rules for booked and for boarded loans. */

const clock = new SimulatedClock('2026-05-01T15:00:00Z');

let instance: TestInstance;
let lender: Lender;
let api: Api;
beforeAll(async () => {
  instance = await openTestInstance({ clock, worker: false });
  lender = await instance.lender();
  api = await lender.api();
});
afterAll(() => instance.close());

const loanNumber = () => `N-${randomUUID().slice(0, 8)}`;

function bookingOf(fields: Readonly<Record<string, unknown>>, address?: object) {
  return {
    loan_number: loanNumber(),
    borrowers: [{ role: 'primary', display_name: 'Ada Example', ...(address !== undefined && { address }) }],
    originated_on: '2026-05-01',
    first_due_on: '2026-06-01',
    original_principal_cents: 100_000,
    annual_rate: '12',
    term_months: 12,
    ...fields,
  };
}

function book(fields: Readonly<Record<string, unknown>>, address?: object): Promise<ApiAnswer> {
  return api.post('/v1/ledger/loans', bookingOf(fields, address), { 'idempotency-key': randomUUID() });
}

/** The address of an account's borrower, as the API shows it. */
async function addressOf(accountId: string) {
  const { json } = await api.get(`/v1/accounts/${accountId}`);
  const person = await api.get(`/v1/persons/${json.primary_borrower_party_id}`);
  const [{ line1, city, state, postal_code, country }] = person.json.addresses;
  return { line1, city, state, postal_code, country };
}

const ABROAD = [
  { line1: '8 Wharf Road', city: 'Hong Kong', country: 'HK' },
  { line1: '4 High Street', city: 'Leeds', postal_code: 'LS1 4AP', country: 'GB' },
  { line1: '12 Quay Street', city: 'Galway', country: 'IE' },
  { line1: '1 Harbour Street', city: 'Sydney', state: 'NSW', postal_code: '2000', country: 'AU' },
];
const AT_HOME = [
  { line1: 'PSC 802 Box 74', city: 'APO', state: 'AE', postal_code: '09499' },
  { line1: '1 Calle Sol', city: 'San Juan', state: 'PR', postal_code: '00901-1234', country: 'US' },
];
const REFUSED = [
  [{ city: 'Boston', state: 'MA', postal_code: '2134' }, ['postal_code']],
  [{ city: 'Boston', state: 'Mass', postal_code: '02134' }, ['state']],
  [{ city: 'Boston' }, ['state', 'postal_code']],
  [{ city: 'Ottawa', country: 'CA' }, ['state', 'postal_code']],
] as const;

describe('addresses', () => {
  it.each([...ABROAD, ...AT_HOME])('booked: $city', async (address) => {
    const booked = await book({}, address);
    expect(booked.status).toBe(201);
    expect(await addressOf(booked.json.id)).toEqual({ state: null, postal_code: null, country: 'US', ...address });
  });

  it.each([...ABROAD, ...AT_HOME])('boarded: $city', async ({ line1, ...address }) => {
    const number = loanNumber();
    const row = { ...LOAN, loan_number: number, address_line1: line1, ...address };
    const { boarding, problems } = await board(instance.resources, lender.organizationId, csv(row));
    expect([boarding.status, problems]).toEqual(['done', []]);
    const { json } = await api.get(`/v1/accounts?external_account_number=${number}`);
    const shown = { state: null, postal_code: null, country: 'US', line1, ...address };
    expect(await addressOf(json.items[0].id)).toEqual(shown);
    // The same file again is compared with what was boarded.
    expect((await board(instance.resources, lender.organizationId, csv(row))).boarding).toMatchObject({
      ...{ status: 'done', differences: 0, knownLoans: 1 },
    });
  });

  it.each(REFUSED)('%j is refused at %j, booked and boarded', async (address, fields) => {
    const booked = await book({}, { line1: '1 Main Street', ...address });
    expect(booked.status).toBe(422);
    expect(booked.json.detail.map(({ loc }: { loc: string[] }) => loc.at(-1))).toEqual(fields);
    const row = { ...LOAN, loan_number: loanNumber(), address_line1: '1 Main Street', ...address };
    const { problems } = await board(instance.resources, lender.organizationId, csv(row));
    expect(problems.map(({ column, severity }) => [column, severity])).toEqual(fields.map((name) => [name, 'error']));
  });

  it('a ZIP code that lost its zero: the response names the intended one, the problem does not repeat the cell', async () => {
    const address = { line1: '1 Main Street', city: 'Boston', state: 'MA', postal_code: '2134' };
    expect((await book({}, address)).json.detail[0].msg).toMatch(/five digits.*probably 02134$/);
    const row = { ...LOAN, loan_number: loanNumber(), address_line1: '1 Main Street', city: 'Boston' };
    const file = csv({ ...row, state: 'MA', postal_code: '2134' });
    const [problem] = (await board(instance.resources, lender.organizationId, file)).problems;
    expect(problem?.message).toMatch(/five digits, and this one has 4: restore the leading zero/);
    expect(problem?.message).not.toContain('2134');
  });

  it('a booking of an earlier version is replayed under its key, and refused under a new one', async () => {
    const address = { line1: '1 Main Street', city: 'Boston', state: 'MA', postal_code: '02134' };
    const body = bookingOf({}, address);
    const key = { 'idempotency-key': randomUUID() };
    const booked = await api.post('/v1/ledger/loans', body, key);
    expect(booked.status).toBe(201);
    // Simulates a booking by an earlier version: stores the fingerprint of a body that today's rules refuse.
    const old = { ...address, line1: '--', city: '-', postal_code: '2134' };
    const earlier = { ...body, borrowers: [{ ...body.borrowers[0], address: old }] };
    const { rows } = await instance.resources.pool.query(
      `update idempotency_record set fingerprint = $1 where subject_id = $2 returning subject_id`,
      [fingerprint([], { ...earlierBookLoanBody.parse(earlier), organization_id: null }), booked.json.id],
    );
    expect(rows).toHaveLength(1);
    const again = await api.post('/v1/ledger/loans', earlier, key);
    expect([again.status, again.text]).toEqual([201, booked.text]);
    const fresh = await api.post('/v1/ledger/loans', earlier, { 'idempotency-key': randomUUID() });
    const places = fresh.json.detail.map(({ loc }: { loc: readonly string[] }) => loc.at(-1));
    expect([fresh.status, places]).toEqual([422, ['line1', 'city', 'postal_code']]);
  });

  it('counts code points: a city of 100 characters outside the basic plane', async () => {
    const city = '𠮷'.repeat(100);
    expect((await book({}, { line1: '1', city, country: 'JP' })).status).toBe(201);
    expect((await book({}, { line1: '1', city: `${city}𠮷`, country: 'JP' })).status).toBe(422);
  });

  it('a payoff letter abroad has no gaps', async () => {
    const id = await lender.ledgerAccount();
    await instance.resources.pool.query(
      `insert into person_address (id, organization_id, person_id, line1, city, country)
       values ($1, $2, $3, '12 Quay Street', 'Galway', 'IE')`,
      [randomUUID(), lender.organizationId, lender.personId],
    );
    const answer = await fetch(`${instance.baseUrl}/accounts/${id}/payoff-letter?on=2026-05-01`, {
      headers: { authorization: `Bearer ${(await lender.key()).plaintext}`, accept: 'application/pdf' },
    });
    expect(answer.status).toBe(200);
    const [page = ''] = await pdfPages(new Uint8Array(await answer.arrayBuffer()));
    expect(page).toMatch(/12 Quay Street\s+Galway\s+IRELAND/);
  });
});

describe('identifiers', () => {
  const HIDDEN = ['BUG\u200b-07', '\u200eBUG-07', 'BUG\u00ad-07', 'BUG-07\ufeff', 'A-\u202e321'];
  const ROUNDED = ['1.23457E+11', '1e+21'];

  it.each([...HIDDEN, ...ROUNDED])('%j is not a valid loan number, booked or boarded', async (loan_number) => {
    const booked = await book({ loan_number });
    expect([booked.status, booked.json.detail[0].loc]).toEqual([422, ['body', 'loan_number']]);
    const { problems } = await board(instance.resources, lender.organizationId, csv({ ...LOAN, loan_number }));
    expect(problems).toMatchObject([{ line: 2, column: 'loan_number', severity: 'error' }]);
  });

  it.each([...HIDDEN, ...ROUNDED])('%j is not a valid contract number or external id', async (identifier) => {
    const loan = { ...LOAN, loan_number: loanNumber(), contract_number: identifier };
    const row = { ...PAYMENT, loan_number: loan.loan_number, external_id: identifier };
    const { problems } = await board(instance.resources, lender.organizationId, csv(loan, row));
    expect(problems.map(({ line, column }) => [line, column])).toEqual(
      expect.arrayContaining([
        [2, 'contract_number'],
        [3, 'external_id'],
      ]),
    );
  });

  it('leading zeros are kept, and 1E5 may be a number', async () => {
    for (const loan_number of ['00012345', '12345', '1E5']) expect((await book({ loan_number })).status).toBe(201);
  });

  it('a booked loan has its number as external_account_number, and can be found by it', async () => {
    const number = loanNumber();
    const booked = await book({ loan_number: number });
    expect(booked.json).toMatchObject({ external_contract_number: number, external_account_number: number });
    const { json } = await api.get(`/v1/accounts?external_account_number=${number}`);
    expect(json.items.map(({ id }: { id: string }) => id)).toEqual([booked.json.id]);
  });

  it('a loan of an earlier version gets its number by a backfill; an account without a loan in the ledger does not', async () => {
    const { pool } = instance.resources;
    const number = loanNumber();
    const booked = await book({ loan_number: number });
    const sandbox = await lender.sandboxAccount('SBX-POSTS');
    await pool.query('update account set external_account_number = null where id = any($1)', [
      [booked.json.id, sandbox],
    ]);
    const backfills = BACKFILLS.filter(({ name }) => name.startsWith('account.external_account_number')).map(
      (once) => ({
        ...once,
        name: `${once.name}, again`,
      }),
    );
    expect((await migrate(instance.databaseUrl, { backfills })).backfilled).toHaveLength(1);
    const { rows } = await pool.query('select id, external_account_number as number from account where id = any($1)', [
      [booked.json.id, sandbox],
    ]);
    expect(new Map(rows.map((row) => [row.id, row.number]))).toEqual(
      new Map([
        [booked.json.id, number],
        [sandbox, null],
      ]),
    );
  });
});

it('an as_of on a day off names the business day to use', async () => {
  const messageOf = async (as_of: string) => {
    const { problems } = await board(instance.resources, lender.organizationId, csv({ ...LOAN, as_of }));
    return problems.find(({ column }) => column === 'as_of')?.message;
  };
  expect(await messageOf('2026-04-26')).toBe('must be a business day: use 2026-04-27');
  expect(await messageOf('2026-05-02')).toMatch(/after the business day/);
  expect(await messageOf('9999-12-31')).toMatch(/after the business day/);
});
