import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patternOf } from '../../core/erasure/erasure-search-terms.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { SimulatedClock } from '../../core/time/clock.js';
import { servicingDate } from '../../core/time/servicing-day.js';
import { BACKFILLS } from '../../runtime/migrate/backfills.js';
import { migrate } from '../../runtime/migrate/migrate.js';
import { createOrganization } from '../../subgraphs/servicing/platform/organization/create-organization.js';
import type { Api } from '../support/api.js';
import { board, csv, LOAN } from '../support/board-file.js';
import type { Lender } from '../support/lender.js';
import { bookingOf } from '../support/populated-ledger.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* Names are stored in normal form C, whatever their source; other text keeps its bytes. */

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

const COMPOSED = 'Renée Müller';
const DECOMPOSED = COMPOSED.normalize('NFD');
const ADDRESS = { line1: 'Königstraße 1', city: 'Zürich', state: 'NY', postal_code: '12207' };

async function names(sql: string, id: string): Promise<readonly unknown[]> {
  return (await instance.resources.pool.query<Record<string, unknown>>(sql, [id])).rows.flatMap(Object.values);
}

function booking(display_name: string) {
  const address = { ...ADDRESS, line1: ADDRESS.line1.normalize('NFD') };
  const borrowers = [{ role: 'primary', display_name, address }];
  return { ...bookingOf(servicingDate(clock.now())), organization_id: lender.organizationId, borrowers };
}

describe('POST /v1/ledger/loans', () => {
  it('answers and stores the composed name', async () => {
    const made = await api.post('/v1/ledger/loans', booking(DECOMPOSED), { 'idempotency-key': randomUUID() });
    expect([made.status, made.json.borrowers[0].display_name]).toEqual([201, COMPOSED]);
    const party = made.json.borrowers[0].party_id;
    expect(await names('select display_name from person where id = $1', party)).toEqual([COMPOSED]);
    expect(await names('select line1, city from person_address where person_id = $1', party)).toEqual([
      ADDRESS.line1,
      ADDRESS.city,
    ]);
    expect((await api.get(`/v1/persons/${party}`)).json.display_name).toBe(COMPOSED);
  });

  it('a key stands for the body as sent: a retry needs the same bytes, not another normal form', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = booking(DECOMPOSED);
    const first = await api.post('/v1/ledger/loans', body, headers);
    const again = await api.post('/v1/ledger/loans', body, headers);
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    const [borrower] = body.borrowers;
    const other = { ...body, borrowers: [{ ...borrower, display_name: COMPOSED }] };
    expect((await api.post('/v1/ledger/loans', other, headers)).json.detail.error_code).toBe('idempotency_conflict');
  });

  it('counts the characters of the composed name', async () => {
    const name = (letters: number) => 'é'.repeat(letters).normalize('NFD');
    const status = async (letters: number) =>
      (await api.post('/v1/ledger/loans', booking(name(letters)), { 'idempotency-key': randomUUID() })).status;
    expect([await status(200), await status(201)]).toEqual([201, 422]);
  });
});

describe('a boarding', () => {
  const loan = (number: string) => ({
    ...LOAN,
    loan_number: number,
    borrower_name: DECOMPOSED,
    co_borrower_name: 'Zoë'.normalize('NFD'),
    ...{ address_line1: ADDRESS.line1.normalize('NFD'), city: ADDRESS.city, state: 'NY', postal_code: '12207' },
  });
  const boarded = (row: Readonly<Record<string, string | number>>) =>
    board(instance.resources, lender.organizationId, csv(row));

  it('composes the names of borrowers, and keeps the bytes of numbers', async () => {
    const number = 'Nº-é'.normalize('NFD');
    const { boarding, problems } = await boarded(loan(number));
    expect([boarding.status, problems]).toEqual(['done', []]);
    const sql = `select p.display_name from person p join account_borrower b on b.organization_id = p.organization_id and b.person_id = p.id
      join account a on a.organization_id = b.organization_id and a.id = b.account_id
      where a.external_account_number = $1 order by b.role`;
    expect(new Set(await names(sql, number))).toEqual(new Set([COMPOSED, 'Zoë']));
  });

  it('sending the same file again gives no difference, in either form; another letter does', async () => {
    const first = loan('FORMS');
    await boarded(first);
    expect((await boarded(first)).problems).toEqual([]);
    const composed = { ...first, borrower_name: COMPOSED, co_borrower_name: 'Zoë', address_line1: ADDRESS.line1 };
    expect((await boarded(composed)).problems).toEqual([]);
    const columns = (await boarded({ ...composed, borrower_name: 'Renee Müller' })).problems.map(
      ({ column }) => column,
    );
    expect(columns).toEqual(['borrower_name']);
    const gone = (await boarded({ ...composed, co_borrower_name: '' })).problems.map(({ column }) => column);
    expect(gone).toEqual(['co_borrower_name']);
  });
});

it('an organization’s names are composed', async () => {
  const made = await createOrganization(instance.resources, systemPrincipal('test'), {
    displayName: 'Crédit'.normalize('NFD'),
    legalName: 'Crédit SA'.normalize('NFD'),
  });
  expect([made.displayName, made.legalName, made.dbaName]).toEqual(['Crédit', 'Crédit SA', 'Crédit']);
});

it('an upgrade composes the names that are already stored', async () => {
  const { pool } = instance.resources;
  const id = await lender.person('Ada');
  await pool.query('update person set display_name = $2 where id = $1', [id, DECOMPOSED]);
  const organization = await instance.lender('Before');
  await pool.query('update organization set legal_name = $2 where id = $1', [organization.organizationId, DECOMPOSED]);
  const backfills = BACKFILLS.filter(({ name }) => name.endsWith('.composed_names')).map((once) => ({
    ...once,
    name: `${once.name}, again`,
  }));
  expect((await migrate(instance.databaseUrl, { backfills })).backfilled).toHaveLength(2);
  expect(await names('select display_name from person where id = $1', id)).toEqual([COMPOSED]);
  const sql = 'select display_name, legal_name from organization where id = $1';
  expect(await names(sql, organization.organizationId)).toEqual(['Before', COMPOSED]);
});

it('an erasure searches for a name in both forms, because memos keep the bytes of their writers', async () => {
  const pattern = patternOf([COMPOSED]) ?? '';
  const sql = 'select n ~* $1 as found from unnest($2::text[]) n';
  const { rows } = await instance.resources.pool.query(sql, [pattern, [COMPOSED, `for ${DECOMPOSED}.`, 'Rene Muller']]);
  expect(rows.map(({ found }) => found)).toEqual([true, true, false]);
});
