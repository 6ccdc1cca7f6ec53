import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SimulatedClock } from '../../core/time/clock.js';
import type { Api } from '../support/api.js';
import { board, csv, LOAN } from '../support/board-file.js';
import { type Ask, graphClient, RECORD } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { operatorToken } from '../support/operators.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/*
 * Names that arrive decomposed, with marks apart from their letters: they are stored composed, and found in either
 * form.
 */

const clock = new SimulatedClock('2026-05-01T15:00:00Z');
let instance: TestInstance;
let lender: Lender;
let api: Api;
let ask: Ask;
let operator: Ask;

const decomposed = (name: string) => name.normalize('NFD');
const BOARDED = {
  'BUG-30A': 'José Martínez',
  'BUG-30B': 'Sinéad O’Brien',
  'BUG-30C': 'José García',
  'BUG-30D': 'Straße Müller',
} as const;

beforeAll(async () => {
  instance = await openTestInstance({ clock, worker: false });
  lender = await instance.lender();
  api = await lender.api();
  ask = graphClient(instance.graphqlUrl, api.token);
  operator = graphClient(
    instance.graphqlUrl,
    await operatorToken(instance.resources, { subject: 'ola', role: 'viewer' }),
  );
  const loans = Object.entries(BOARDED).map(([loan_number, name]) => ({
    ...LOAN,
    loan_number,
    borrower_name: decomposed(name),
  }));
  expect((await board(instance.resources, lender.organizationId, csv(...loans))).problems).toEqual([]);
});
afterAll(() => instance.close());

/** Names as typed by users, and the loans that they find. */
const TYPED: readonly (readonly [typed: string, loans: readonly string[]])[] = [
  ['José Martínez', ['BUG-30A']],
  [decomposed('José Martínez'), ['BUG-30A']],
  ['jose martinez', ['BUG-30A']],
  ['JOSÉ', ['BUG-30A', 'BUG-30C']],
  ['Martinez', ['BUG-30A']],
  ["Sinead O'Brien", ['BUG-30B']],
  ['OʼBrien', ['BUG-30B']],
  ['O’Brien', ['BUG-30B']],
  ['Ｏ’Ｂｒｉｅｎ', ['BUG-30B']],
  ['Garcia', ['BUG-30C']],
  ['Strasse', ['BUG-30D']],
  ['MULLER', ['BUG-30D']],
  ['Mart_nez', []],
];

interface Listed {
  readonly externalContractNumber: string;
}
const numbers = (items: readonly Listed[]) => items.map(({ externalContractNumber: number }) => number).sort();
const dashboardFile = (path: string) => readFileSync(new URL(`../../dashboard/src/${path}`, import.meta.url), 'utf8');
const FRAGMENTS = dashboardFile('graph/fragments.graphql').split(/(?=fragment )/);
/** The first query of a file: the list. */
const dashboardQuery = (path: string) => {
  const [list, ...others] = dashboardFile(path).split(/\n(?=(?:query|mutation|fragment) )/);
  const query = [list, ...others.filter((other) => other.startsWith('fragment '))].join('\n');
  const isUsed = (fragment: string) => query.includes(`...${/fragment (\w+)/.exec(fragment)?.[1]}`);
  return [query, ...FRAGMENTS.filter(isUsed)].join('\n');
};

describe.each(TYPED)('%j finds %j', (typed, loans) => {
  const query = new URLSearchParams({ borrower: typed });

  it('GET /v1/accounts?borrower=', async () => {
    const answer = await api.get(`/v1/accounts?${query}`);
    const items: readonly { readonly external_contract_number: string }[] = answer.json.items;
    expect(items.map(({ external_contract_number: number }) => number).sort()).toEqual(loans);
  });

  it('accounts(text) and accounts(borrower) over GraphQL', async () => {
    for (const argument of ['text', 'borrower']) {
      const { json } = await ask(
        `query ($typed: String) { accounts(${argument}: $typed) { items { externalContractNumber } } }`,
        { typed },
      );
      expect(numbers(json.data.accounts.items)).toEqual(loans);
    }
  });

  it('persons(text) over GraphQL', async () => {
    const { json } = await ask('query ($typed: String) { persons(text: $typed) { items { displayName } } }', { typed });
    const names: readonly string[] = json.data.persons.items.map((each: { displayName: string }) => each.displayName);
    expect(names.toSorted()).toEqual(
      Object.entries(BOARDED)
        .flatMap(([number, name]) => (loans.includes(number) ? [name] : []))
        .toSorted(),
    );
  });

  it('the dashboard’s palette and its list of accounts', async () => {
    for (const path of ['shell/search-palette.graphql', 'pages/accounts/accounts.graphql']) {
      const { json } = await operator(dashboardQuery(path), { text: typed, organizationId: lender.organizationId });
      expect(numbers(json.data.accounts.items)).toEqual(loans);
    }
  });
});

describe('payments(text)', () => {
  it('finds a name, a memo and a reference; both of those keep the bytes of their writer', async () => {
    const { json } = await ask('{ accounts(borrower: "garcia") { items { id } } }');
    const [{ id: accountId }] = json.data.accounts.items;
    const texts = { external_reference: decomposed('Zahlung für März'), memo: decomposed('überwiesen, naïve Notiz') };
    const recorded = await api.record(accountId, { amount_cents: 101, ...texts });
    expect(recorded.json).toMatchObject(texts);
    const { payment_id: id } = recorded.json;
    expect((await api.get(`/v1/payments/${id}`)).json).toMatchObject(texts);
    for (const typed of ['GARCÍA', 'fur Marz', 'Naive', decomposed('überwiesen')]) {
      for (const document of ['query ($text: String) { payments(text: $text) { items { id } } }', PAYMENT_LIST]) {
        const { json: found } = await ask(document, { text: typed });
        expect(found.data.payments.items).toMatchObject([{ id }]);
      }
    }
  });

  it('an equality filter compares bytes', async () => {
    const { json } = await ask('{ accounts(borrower: "muller") { items { id } } }');
    const [{ id: accountId }] = json.data.accounts.items;
    const input = { amountCents: 102, paymentMethod: 'cash', externalReference: decomposed('für April') };
    const { json: made } = await ask(RECORD, { accountId, key: randomUUID(), input });
    const found = async (reference: string) =>
      (await api.get(`/v1/payments?${new URLSearchParams({ external_reference: reference })}`)).json.items;
    expect(await found(decomposed('für April'))).toMatchObject([{ payment_id: made.data.recordPayment.payment.id }]);
    expect(await found('für April')).toEqual([]);
    expect(await found('fur april')).toEqual([]);
  });
});

const PAYMENT_LIST = dashboardQuery('pages/payments/payments.graphql');
