import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../core/auth/api-keys/administration.js';
import { newId } from '../../core/ids/ids.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { Api } from '../support/api.js';
import { answersToIds, type PrefixedSurface, prefixedSurfaces, readAllPages } from '../support/foreign-id-answers.js';
import { graphClient } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { recordStatements } from '../support/record-statements.js';
import { refusalOf } from '../support/refusal-of.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let instance: TestInstance;
let lender: Lender;
let doors: readonly PrefixedSurface[];

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
});
afterAll(() => instance.close());

/** A lender whose account has these transactions; null: without a date. */
async function lenderWith(dates: readonly (string | null)[]) {
  lender = await instance.lender();
  doors = await prefixedSurfaces(instance, lender);
  const accountId = await lender.sandboxAccount('SBX-POSTS');
  return { accountId, ids: await insert(lender, accountId, dates) };
}

/** Returns the new rows' ids, in the order of `dates`. */
async function insert(of: Lender, accountId: string, dates: readonly (string | null)[]): Promise<readonly string[]> {
  const ids = dates.map(() => newId());
  await instance.resources.pool.query(
    `insert into transaction (id, organization_id, account_id, type, amount_cents, effective_at, sort_on)
     select id, $3, $4, 'payment', case when date is null then null else 100 end, date, coalesce(date, '-infinity')
     from unnest($1::text[], $2::date[]) as row (id, date)`,
    [ids, dates, of.organizationId, accountId],
  );
  return ids;
}

const paths = (accountId: string) => ['/transactions', `/accounts/${accountId}/transactions`];
const idsOf = (rows: readonly { transaction_id: string }[]) => rows.map(({ transaction_id }) => transaction_id);

/** The same request over both APIs, for all accounts and for the one: one result. */
async function listed(accountId: string, query = ''): Promise<readonly string[]> {
  const answers = [];
  for (const { prefix, api } of doors) {
    for (const path of paths(accountId)) answers.push(idsOf((await api.get(`${prefix}${path}${query}`)).json.items));
  }
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  return answers[0] ?? [];
}

describe('GET /transactions and /accounts/{id}/transactions', () => {
  it('rows have the seven fields of the contract; a recorded payment is one of them', async () => {
    const { accountId } = await lenderWith([null]);
    const recorded = await (await lender.api()).record(accountId, { amount_cents: 1_234 });
    expect(recorded.status).toBe(201);
    for (const { prefix, api } of doors) {
      for (const path of paths(accountId)) {
        const { items, page } = (await api.get(prefix + path)).json;
        expect(items).toEqual([
          {
            transaction_id: expect.any(String),
            organization_id: lender.organizationId,
            account_id: accountId,
            type: 'payment',
            amount_cents: 1_234,
            effective_at: recorded.json.effective_date,
            status: 'posted',
          },
          expect.objectContaining({ amount_cents: null, effective_at: null, status: null }),
        ]);
        expect(Object.keys(items[0])).toEqual([
          'transaction_id',
          'organization_id',
          'account_id',
          'type',
          'amount_cents',
          'effective_at',
          'status',
        ]);
        expect(page).toEqual({ next_cursor: null, has_more: false, limit: 100 });
      }
    }
  });

  it('reads the seven columns only, whatever the list; GraphQL reads more if a row’s field needs them', async () => {
    const { accountId } = await lenderWith(['2026-01-01']);
    const [door] = doors;
    if (door === undefined) throw new Error('there is an API');
    const read = (path: string) => recordStatements(instance.resources.pool, () => door.api.get(door.prefix + path));
    expect(await read('/transactions')).toEqual(['transaction.listed_page']);
    expect(await read('/transactions?type=reversal')).toEqual(['transaction.listed_page_of_types']);
    expect(await read(`/accounts/${accountId}/transactions`)).toEqual(['transaction.listed_page_of_account']);
    const ask = graphClient(instance.graphqlUrl, (await lender.api(['transactions:read'])).token);
    const fields = (asked: string) =>
      recordStatements(instance.resources.pool, () => ask(`{ transactions { items { ${asked} } } }`));
    expect(await fields('id type')).toEqual(['transaction.listed_page']);
    expect(await fields('id receivedOn')).toEqual(['transaction.page']);
  });

  it('latest first, within a day the last recorded first, undated rows last', async () => {
    const { accountId, ids } = await lenderWith(['2026-01-02', null, '2026-01-01', '2026-01-02', '2026-03-01', null]);
    const [second, undated, first, secondAgain, third, undatedAgain] = ids;
    expect(await listed(accountId)).toEqual([third, secondAgain, second, first, undatedAgain, undated]);
  });

  it('from and to are independent and inclusive; either one excludes undated rows', async () => {
    const dates = ['2026-01-01', '2026-01-02', '2026-01-03', null];
    const { accountId, ids } = await lenderWith(dates);
    const [first, second, third, undated] = ids;
    expect(await listed(accountId)).toEqual([third, second, first, undated]);
    expect(await listed(accountId, '?from=2026-01-02')).toEqual([third, second]);
    expect(await listed(accountId, '?to=2026-01-02')).toEqual([second, first]);
    expect(await listed(accountId, '?from=2026-01-02&to=2026-01-02')).toEqual([second]);
    expect(await listed(accountId, '?from=0001-01-01')).toEqual([third, second, first]);
    expect(await listed(accountId, '?to=9999-12-31')).toEqual([third, second, first]);
    expect(await listed(accountId, '?from=2026-02-01')).toEqual([]);
  });

  it('walked in pages of seven while rows are added: no existing row is lost or repeated', async () => {
    const dates = Array.from({ length: 40 }, (_, row) =>
      row % 9 === 0 ? null : `2026-01-${String(1 + (row % 5)).padStart(2, '0')}`,
    );
    const { accountId } = await lenderWith(dates);
    for (const door of doors) {
      for (const path of paths(accountId)) {
        const there = await listed(accountId, '?limit=1000');
        const walked = await readAllPages(door, path, 7, async () => {
          await insert(lender, accountId, ['2026-01-05', '2026-01-03', '2026-01-01', null]);
        });
        const ids = idsOf(walked);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.filter((id) => there.includes(id))).toEqual(there);
        expect(walked.findLastIndex((row) => row.effective_at !== null)).toBeLessThan(
          walked.findIndex((row) => row.effective_at === null),
        );
      }
    }
  });

  it('a key of two organizations sees both in one order; organization_id narrows it', async () => {
    const { accountId, ids } = await lenderWith(['2026-01-01', '2026-01-03', null]);
    const birch = await instance.lender('Birch Credit');
    const theirs = await insert(birch, await birch.sandboxAccount('SBX-POSTS'), ['2026-01-02', '2026-01-04', null]);
    const organizationIds = [lender.organizationId, birch.organizationId];
    const made = await createApiKey(instance.resources, {
      name: 'two',
      organizationIds,
      scopes: [],
      by: systemPrincipal('test'),
    });
    if (made.outcome === 'refused') throw new Error(made.problems.join());
    const door = { prefix: '', api: new Api(instance.baseUrl, made.plaintext) } as const;
    const merged = [theirs[1], ids[1], theirs[0], ids[0], theirs[2], ids[2]];
    for (const limit of [1, 2, 1000]) expect(idsOf(await readAllPages(door, '/transactions', limit))).toEqual(merged);
    const narrowed = `/transactions?organization_id=${birch.organizationId}`;
    expect(idsOf(await readAllPages(door, narrowed, 2))).toEqual([theirs[1], theirs[0], theirs[2]]);
    const elsewhere = await door.api.get(`/accounts/${accountId}/transactions?organization_id=${birch.organizationId}`);
    expect([elsewhere.status, elsewhere.json]).toEqual([404, refusalOf('account_not_found')]);
  });

  it('422 at query.cursor for a cursor that is tampered with, of another list, of another account, or of other filters', async () => {
    const { accountId } = await lenderWith(['2026-01-01', '2026-01-02']);
    const another = await lender.sandboxAccount('SBX-POSTS');
    for (const { prefix, api } of doors) {
      const cursorOf = async (path: string) => (await api.get(`${prefix}${path}?limit=1`)).json.page.next_cursor;
      const [all, one] = [await cursorOf('/transactions'), await cursorOf(`/accounts/${accountId}/transactions`)];
      const flipped = all.slice(0, 10) + (all[10] === 'A' ? 'B' : 'A') + all.slice(11);
      for (const wrong of [
        `/transactions?cursor=${flipped}`,
        `/transactions?cursor=${one}`,
        `/accounts/${accountId}/transactions?cursor=${all}`,
        `/accounts/${another}/transactions?cursor=${one}`,
        `/transactions?cursor=${all}&from=2026-01-01`,
        `/transactions?cursor=${all}&organization_id=${lender.organizationId}`,
      ]) {
        const { status, json } = await api.get(prefix + wrong);
        expect([status, json.detail[0]?.loc], wrong).toEqual([422, ['query', 'cursor']]);
      }
      expect((await api.get(`${prefix}/transactions?limit=1&cursor=${all}`)).json.items).toHaveLength(1);
    }
  });

  it('404 account_not_found for a foreign, a missing and a malformed account: the same bytes; 200 for one without any', async () => {
    await lenderWith([]);
    const foreign = await (await instance.lender('Birch Credit')).ledgerAccount();
    for (const query of ['', '?from=2026-01-01&limit=1']) {
      expect(await answersToIds(doors, `/accounts/ID/transactions${query}`, [foreign, newId(), 'x', '\u0000'])).toEqual(
        [`404 ${JSON.stringify(refusalOf('account_not_found'))}`],
      );
    }
    const empty = await lender.sandboxAccount('SBX-POSTS');
    expect(await listed(empty)).toEqual([]);
  });

  it('/v1 needs transactions:read, and nothing else; the unversioned API grants reads to any key', async () => {
    const { accountId } = await lenderWith(['2026-01-01']);
    const only = await lender.api(['transactions:read']);
    const without = await lender.api(['accounts:read', 'persons:read']);
    const legacy = new Api(instance.baseUrl, (await lender.key([])).plaintext);
    for (const path of paths(accountId)) {
      expect((await only.get(`/v1${path}`)).json.items).toHaveLength(1);
      const denied = await without.get(`/v1${path}`);
      expect([denied.status, denied.json]).toEqual([
        403,
        refusalOf('insufficient_scope', { scope: 'transactions:read' }),
      ]);
      expect((await legacy.get(path)).json.items).toHaveLength(1);
    }
  });
});
