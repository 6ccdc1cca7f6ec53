import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { Api } from '../support/api.js';
import { answersToIds, type PrefixedSurface, prefixedSurfaces, readAllPages } from '../support/foreign-id-answers.js';
import { graphClient } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { refusalOf } from '../support/refusal-of.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let instance: TestInstance;
let lender: Lender;
let doors: readonly PrefixedSurface[];
/** A co-borrower, and a person without a loan. */
let bo: string;
let idle: string;
let accountId: string;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  lender = await instance.lender();
  doors = await prefixedSurfaces(instance, lender);
  accountId = await lender.ledgerAccount();
  [bo, idle] = [await lender.person('Bo Borrower'), await lender.person('Ida Idle')];
  await lender.coBorrower(accountId, bo);
});
afterAll(() => instance.close());

const sql = (text: string, values: readonly unknown[]) => instance.resources.pool.query(text, [...values]);
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
const NOT_FOUND = `404 ${JSON.stringify(refusalOf('person_not_found'))}`;

describe('GET /persons', () => {
  it('lists the borrowers on accounts in scope, primary or not, newest first', async () => {
    for (const { prefix, api } of doors) {
      expect((await api.get(`${prefix}/persons`)).json).toEqual({
        items: [
          { id: bo, organization_id: lender.organizationId, display_name: 'Bo Borrower' },
          { id: lender.personId, organization_id: lender.organizationId, display_name: 'Ada Borrower' },
        ],
        page: { next_cursor: null, has_more: false, limit: 100 },
      });
    }
    for (const door of doors) expect(idsOf(await readAllPages(door, '/persons', 1))).toEqual([bo, lender.personId]);
  });

  it('from and to are inclusive dates of creation', async () => {
    await sql("update person set created_at = '2020-02-02T23:59:59.999Z' where id = $1", [bo]);
    for (const { prefix, api } of doors) {
      const listed = async (query: string) => idsOf((await api.get(`${prefix}/persons?${query}`)).json.items);
      expect(await listed('from=2020-02-02&to=2020-02-02')).toEqual([bo]);
      expect(await listed('to=2020-02-01')).toEqual([]);
      expect(await listed('from=2020-02-03')).toEqual([lender.personId]);
    }
  });

  it('two lenders with a borrower of one name: each sees their own', async () => {
    const birch = await instance.lender('Birch Credit');
    await birch.ledgerAccount();
    expect(birch.personId).not.toBe(lender.personId);
    for (const door of await prefixedSurfaces(instance, birch)) {
      expect(await readAllPages(door, '/persons', 10)).toEqual([
        { id: birch.personId, organization_id: birch.organizationId, display_name: 'Ada Borrower' },
      ]);
    }
    for (const door of doors) expect(idsOf(await readAllPages(door, '/persons', 10))).not.toContain(birch.personId);
  });
});

describe('GET /persons/{id}', () => {
  it('the detailed record: contact fields, and addresses with the current one first', async () => {
    const address = (line1: string, isCurrent: boolean, line2: string | null) =>
      sql(
        `insert into person_address (id, organization_id, person_id, is_current, line1, line2, city, state, postal_code)
         values ($1, $2, $3, $4, $5, $6, 'Springfield', 'IL', '62701')`,
        [newId(), lender.organizationId, bo, isCurrent, line1, line2],
      );
    await sql("update person set email = 'bo@example.com', phone = '+12175550100' where id = $1", [bo]);
    await address('1 Old Road', false, null);
    await address('2 New Road', true, 'Apt 3');
    await address('3 Older Road', false, null);
    const place = { kind: 'billing', city: 'Springfield', state: 'IL', postal_code: '62701', country: 'US' };
    for (const { prefix, api } of doors) {
      expect((await api.get(`${prefix}/persons/${bo}`)).json).toEqual({
        id: bo,
        organization_id: lender.organizationId,
        display_name: 'Bo Borrower',
        email: 'bo@example.com',
        phone: '+12175550100',
        addresses: [
          { id: expect.any(String), ...place, is_current: true, line1: '2 New Road', line2: 'Apt 3' },
          { id: expect.any(String), ...place, is_current: false, line1: '3 Older Road', line2: null },
          { id: expect.any(String), ...place, is_current: false, line1: '1 Old Road', line2: null },
        ],
      });
      expect((await api.get(`${prefix}/persons/${lender.personId}`)).json).toMatchObject({
        email: null,
        phone: null,
        addresses: [],
      });
    }
  });

  it('404 person_not_found for a person without a loan, and a foreign, a missing and a malformed id: the same bytes', async () => {
    const birch = await instance.lender('Birch Credit');
    await birch.ledgerAccount();
    expect(await answersToIds(doors, '/persons/ID', [idle, birch.personId, newId(), 'x', '\u0000'])).toEqual([
      NOT_FOUND,
    ]);
  });
});

describe('GET /persons/{party_id}/accounts', () => {
  it('lists the accounts where the person is primary borrower, newest first, as GET /accounts shows them', async () => {
    const newer = await lender.sandboxAccount('SBX-POSTS');
    for (const door of doors) {
      const path = `/persons/${lender.personId}/accounts`;
      const rows = await readAllPages(door, path, 1);
      expect(idsOf(rows)).toEqual([newer, accountId]);
      expect(rows).toEqual(await readAllPages(door, '/accounts', 10));
      expect(await readAllPages(door, `${path}?to=2020-01-01`, 10)).toEqual([]);
    }
  });

  it('is empty for a co-borrower', async () => {
    for (const door of doors) expect(await readAllPages(door, `/persons/${bo}/accounts`, 10)).toEqual([]);
  });

  it('404 person_not_found for a person without a loan, and a foreign, a missing and a malformed id: the same bytes', async () => {
    const birch = await instance.lender('Birch Credit');
    await birch.ledgerAccount();
    const ids = [idle, birch.personId, newId(), 'x'];
    expect(await answersToIds(doors, '/persons/ID/accounts', ids)).toEqual([NOT_FOUND]);
  });

  it('422 for a cursor of another person, or of GET /accounts', async () => {
    await lender.ledgerAccount();
    for (const { prefix, api } of doors) {
      const cursorOf = async (path: string) => (await api.get(`${prefix}${path}?limit=1`)).json.page.next_cursor;
      const theirs = await cursorOf(`/persons/${lender.personId}/accounts`);
      for (const wrong of [
        `/persons/${bo}/accounts?cursor=${theirs}`,
        `/accounts?cursor=${theirs}`,
        `/persons/${lender.personId}/accounts?cursor=${await cursorOf('/accounts')}`,
      ]) {
        expect((await api.get(prefix + wrong)).status, wrong).toBe(422);
      }
    }
  });
});

describe('scopes of persons', () => {
  it('/v1 needs persons:read, and accounts:read for their accounts; the unversioned API grants reads to any key', async () => {
    const [persons, accounts] = [await lender.api(['persons:read']), await lender.api(['accounts:read'])];
    const legacy = new Api(instance.baseUrl, (await lender.key([])).plaintext);
    for (const [path, allowed, denied, scope] of [
      ['/persons', persons, accounts, 'persons:read'],
      [`/persons/${bo}`, persons, accounts, 'persons:read'],
      [`/persons/${bo}/accounts`, accounts, persons, 'accounts:read'],
    ] as const) {
      expect((await allowed.get(`/v1${path}`)).status, path).toBe(200);
      const refused = await denied.get(`/v1${path}`);
      expect([refused.status, refused.json]).toEqual([403, refusalOf('insufficient_scope', { scope })]);
      expect((await legacy.get(path)).status).toBe(200);
    }
  });
});

describe('a person over GraphQL', () => {
  it('with accounts and addresses; reachable by reference', async () => {
    const ask = graphClient(instance.graphqlUrl, (await lender.api()).token);
    const query = `query ($id: ID!) {
      person(id: $id) { displayName accounts(limit: 1) { items { primaryBorrower { id displayName } } page { hasMore } } }
    }`;
    expect((await ask(query, { id: lender.personId })).json).toEqual({
      data: {
        person: {
          displayName: 'Ada Borrower',
          accounts: {
            items: [{ primaryBorrower: { id: lender.personId, displayName: 'Ada Borrower' } }],
            page: { hasMore: true },
          },
        },
      },
    });
  });
});
