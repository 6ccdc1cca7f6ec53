import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../core/auth/api-keys/administration.js';
import { newId } from '../../core/ids/ids.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { SCOPES } from '../../core/principal/scopes.js';
import type { ApiAnswer } from '../support/api.js';
import { type Ask, graphClient } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/** The dashboard's search for accounts, over GraphQL. */
let instance: TestInstance;
let lender: Lender;
let other: Lender;
let ask: Ask;
/** In order of creation. */
let ids: readonly string[];

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  [lender, other] = [await instance.lender(), await instance.lender('Birch Credit')];
  await other.ledgerAccount(350_000);
  ask = graphClient(instance.graphqlUrl, (await lender.api()).token);
  const made: string[] = [];
  for (const cents of [500_000, 100_000, 300_000, 100_000, 400_000]) made.push(await lender.ledgerAccount(cents));
  ids = made;
  const { pool } = instance.resources;
  for (const [index, id] of ids.entries()) {
    await pool.query(
      `update account set external_contract_number = $2, external_account_number = $3, next_due_sort_on = $4 where id = $1`,
      [
        id,
        `LN-50%-${index}`,
        `70_${index}`,
        ['2026-03-01', 'infinity', '2026-02-01', '2026-02-01', '2026-04-01'][index],
      ],
    );
  }
  await pool.query("update account set status_code = 'delinquent' where id = any($1)", [[ids[1], ids[4]]]);
  await pool.query("update person set display_name = 'Ada Lovelace' where id = $1", [lender.personId]);
});
afterAll(() => instance.close());

const SEARCH = `query (
  $sort: AccountSort, $statuses: [AccountStatusCode!], $min: SafeInt, $max: SafeInt, $text: String, $limit: Int,
  $cursor: String, $organizationId: ID, $primaryBorrowerPartyId: ID
) {
  accounts(
    sort: $sort, statuses: $statuses, minBalanceCents: $min, maxBalanceCents: $max, text: $text, limit: $limit,
    cursor: $cursor, organizationId: $organizationId, primaryBorrowerPartyId: $primaryBorrowerPartyId
  ) { items { id } page { nextCursor hasMore } }
}`;
interface FoundPage {
  readonly items: readonly { readonly id: string }[];
  readonly page: { readonly nextCursor: string | null };
}
type Asked = Readonly<Record<string, unknown>>;
const codes = (answer: ApiAnswer) =>
  answer.json.errors?.map((error: { extensions: { code: string } }) => error.extensions.code);
/** Positions, in order of creation, of the accounts that are found. */
async function found(asked: Asked, by: Ask = ask): Promise<readonly number[]> {
  const answer = await by(SEARCH, asked);
  expect(answer.json.errors).toBeUndefined();
  return answer.json.data.accounts.items.map(({ id }: { id: string }) => ids.indexOf(id));
}

describe('accounts(sort)', () => {
  const ORDERS: readonly (readonly [sort: string, order: readonly number[]])[] = [
    ['newest', [4, 3, 2, 1, 0]],
    ['highest_balance', [0, 4, 2, 3, 1]],
    ['lowest_balance', [1, 3, 2, 4, 0]],
    ['next_due', [2, 3, 0, 4, 1]],
  ];

  it.each(ORDERS)('%s', async (sort, order) => {
    expect(await found({ sort })).toEqual(order);
  });

  it.each(ORDERS)('%s, one page of two after the other', async (sort, order) => {
    const walked: number[] = [];
    let cursor: string | null = null;
    do {
      const { accounts }: { accounts: FoundPage } = (await ask(SEARCH, { sort, limit: 2, cursor })).json.data;
      walked.push(...accounts.items.map(({ id }) => ids.indexOf(id)));
      cursor = accounts.page.nextCursor;
    } while (cursor !== null);
    expect(walked).toEqual(order);
  });

  it('across organizations: merged', async () => {
    const organizationIds = [lender.organizationId, other.organizationId];
    const made = await createApiKey(instance.resources, {
      name: 'all',
      organizationIds,
      scopes: SCOPES,
      by: systemPrincipal('test'),
    });
    if (made.outcome === 'refused') throw new Error(made.problems.join());
    const both = graphClient(instance.graphqlUrl, made.plaintext);
    // The other lender's account, of 350 000, is none of `ids`.
    expect(await found({ sort: 'highest_balance' }, both)).toEqual([0, 4, -1, 2, 3, 1]);
    expect(await found({ sort: 'lowest_balance', organizationId: lender.organizationId }, both)).toEqual([
      1, 3, 2, 4, 0,
    ]);
  });

  it('a cursor is invalid for another order or other filters', async () => {
    const { nextCursor: cursor } = (await ask(SEARCH, { sort: 'newest', limit: 1 })).json.data.accounts.page;
    for (const asked of [{ sort: 'next_due' }, { sort: 'newest', min: 1 }, { sort: 'newest', statuses: ['active'] }]) {
      expect(codes(await ask(SEARCH, { ...asked, cursor }))).toEqual(['validation_failed']);
    }
  });

  it('a cursor continues in the same list, whichever way that is requested', async () => {
    const cursorOf = async (asked: Asked) =>
      (await ask(SEARCH, { ...asked, limit: 1 })).json.data.accounts.page.nextCursor;
    const plain = await cursorOf({});
    expect(await found({ sort: 'newest', cursor: plain })).toEqual(await found({ cursor: plain }));
    const once = await cursorOf({ statuses: ['active', 'delinquent'] });
    expect(await found({ statuses: ['delinquent', 'active', 'active'], cursor: once })).toEqual(
      await found({ statuses: ['active', 'delinquent'], cursor: once }),
    );
  });
});

describe('accounts(filters)', () => {
  it.each<[what: string, asked: Asked, order: readonly number[]]>([
    ['statuses', { statuses: ['delinquent'] }, [4, 1]],
    ['several statuses', { statuses: ['delinquent', 'active'] }, [4, 3, 2, 1, 0]],
    ['no statuses', { statuses: [] }, []],
    ['a minimum balance', { min: 300_000 }, [4, 2, 0]],
    ['a maximum balance', { max: 300_000 }, [3, 2, 1]],
    ['a range, sorted', { min: 100_000, max: 400_000, sort: 'next_due' }, [2, 3, 4, 1]],
    ['part of a contract number, in any case', { text: 'ln-50%-3' }, [3]],
    ['part of an account number', { text: '0_2' }, [2]],
    ['wildcards of ILIKE match themselves only', { text: '7%' }, []],
    ['part of the borrower’s name', { text: 'LOVE' }, [4, 3, 2, 1, 0]],
    ['text that matches nothing', { text: 'nothing' }, []],
    ['a borrower and a status', { primaryBorrowerPartyId: 'PERSON', statuses: ['delinquent'] }, [4, 1]],
  ])('%s', async (_, asked, order) => {
    const named = asked['primaryBorrowerPartyId'] === 'PERSON' ? { primaryBorrowerPartyId: lender.personId } : {};
    expect(await found({ ...asked, ...named })).toEqual(order);
  });

  it('the id of a person finds the loans on which they are co-borrower, or primary borrower only on the loan itself', async () => {
    const { pool } = instance.resources;
    const joint = await lender.person('Joint Borrower');
    await lender.coBorrower(ids[2] ?? '', joint);
    expect(await found({ text: joint })).toEqual([2]);
    await pool.query('delete from account_borrower where person_id = $1', [joint]);
    expect(await found({ text: joint })).toEqual([]);
    await pool.query('update account set primary_borrower_party_id = $2 where id = $1', [ids[3], joint]);
    expect(await found({ text: joint })).toEqual([3]);
    expect(await found({ text: joint, sort: 'highest_balance' })).toEqual([3]);
    await pool.query('update account set primary_borrower_party_id = $2 where id = $1', [ids[3], lender.personId]);
    expect(await found({ text: other.personId })).toEqual([]);
  });

  it('a name finds nothing for a caller who may not read persons; numbers do', async () => {
    const narrow = graphClient(instance.graphqlUrl, (await lender.api(['accounts:read'])).token);
    expect(await found({ text: 'LOVE' }, narrow)).toEqual([]);
    expect(await found({ text: 'ln-50%-3' }, narrow)).toEqual([3]);
  });

  it.each([{}, { sort: 'newest' }, { sort: 'next_due' }, { statuses: ['delinquent'] }])(
    'an unknown borrower is not found, whatever the other filters: %j',
    async (asked) => {
      for (const primaryBorrowerPartyId of [newId(), 'x', '\u0000', other.personId]) {
        expect(codes(await ask(SEARCH, { ...asked, primaryBorrowerPartyId }))).toEqual(['person_not_found']);
      }
    },
  );

  it('text that cannot be stored is refused', async () => {
    for (const text of ['', '\u0000', 'x'.repeat(101)]) {
      expect(codes(await ask(SEARCH, { text }))).toEqual(['validation_failed']);
    }
  });

  it('accounts are sorted by the due date that they show', async () => {
    const birch = graphClient(instance.graphqlUrl, (await other.api()).token);
    const [first, second] = [await other.ledgerAccount(), await other.ledgerAccount()];
    const { rows } = await instance.resources.pool.query<{ id: string; due: string }>(
      `select id, next_due_sort_on as due from account where id = any($1)`,
      [[first, second]],
    );
    for (const { id, due } of rows) {
      const shown = await birch('query ($id: ID!) { account(id: $id) { nextDueOn } }', { id });
      expect(shown.json.data.account.nextDueOn ?? 'infinity').toBe(due);
    }
    expect(rows.map(({ due }) => due)).not.toContain('infinity');
  });
});
