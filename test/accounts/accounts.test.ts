import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { Api } from '../support/api.js';
import type { Lender } from '../support/lender.js';
import { refusalOf } from '../support/refusal-of.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let instance: TestInstance;
let lender: Lender;
/** The same list over both APIs: the unversioned one with a key, `/v1` with a token. */
let doors: readonly (readonly [path: string, api: Api])[];

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  lender = await instance.lender();
  doors = [
    ['/accounts', new Api(instance.baseUrl, (await lender.key()).plaintext)],
    ['/v1/accounts', await lender.api()],
  ];
});
afterAll(() => instance.close());

describe('GET /accounts and /v1/accounts', () => {
  it('lists the accounts in scope, newest first, in the envelope of lists', async () => {
    const ids = [await lender.ledgerAccount(), await lender.ledgerAccount(), await lender.sandboxAccount('SBX-POSTS')];
    for (const [path, api] of doors) {
      const answer = await api.get(path);
      expect(answer.json.items.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed());
      expect(Object.keys(answer.json.items[0])).toEqual([
        'id',
        'organization_id',
        'primary_borrower_party_id',
        'external_contract_number',
        'external_account_number',
        'current_balance_cents',
        'status_code',
        'synced_through',
      ]);
      expect(answer.json.page).toEqual({ next_cursor: null, has_more: false, limit: 100 });
    }
  });

  it('walks page by page; a cursor is invalid for other filters', async () => {
    for (const [path, api] of doors) {
      const first = await api.get(`${path}?limit=2`);
      expect(first.json.page).toMatchObject({ has_more: true, limit: 2 });
      const cursor = encodeURIComponent(first.json.page.next_cursor);
      const second = await api.get(`${path}?limit=2&cursor=${cursor}`);
      expect(second.json.items).toHaveLength(1);
      expect((await api.get(`${path}?limit=2&cursor=${cursor}&organization_id=${lender.organizationId}`)).status).toBe(
        422,
      );
    }
  });

  it('a bad date range is 400 invalid_date_range on the unversioned API, 422 under /v1; with a bad limit it is 422 on both', async () => {
    for (const [path, api] of doors) {
      for (const query of ['from=2026-02-30', 'from=2026-02-02&to=2026-02-01', 'to=']) {
        const answer = await api.get(`${path}?${query}`);
        expect(answer.status).toBe(path === '/accounts' ? 400 : 422);
        if (path === '/accounts') expect(answer.json).toEqual(refusalOf('invalid_date_range'));
      }
      const both = await api.get(`${path}?from=2026-02-30&limit=1001`);
      expect([both.status, both.json.detail.map(({ loc }: { loc: string[] }) => loc)]).toEqual([
        422,
        [
          ['query', 'from'],
          ['query', 'limit'],
        ],
      ]);
    }
  });

  it('organization_id outside the allowlist is 403, before any other check', async () => {
    for (const [path, api] of doors) {
      const answer = await api.get(`${path}?organization_id=${newId()}&limit=0`);
      expect([answer.status, answer.json]).toEqual([403, refusalOf('organization_out_of_scope')]);
    }
  });
});
