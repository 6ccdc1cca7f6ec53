import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { answersToIds, type PrefixedSurface, prefixedSurfaces, readAllPages } from '../support/foreign-id-answers.js';
import type { Lender } from '../support/lender.js';
import { refusalOf } from '../support/refusal-of.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let instance: TestInstance;
let lender: Lender;
let doors: readonly PrefixedSurface[];

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  lender = await instance.lender();
  doors = await prefixedSurfaces(instance, lender);
});
afterAll(() => instance.close());

/** Returns the new events' ids, in the order of the instants. */
async function insert(accountId: string, instants: readonly string[]): Promise<readonly string[]> {
  const ids = instants.map(() => newId());
  await instance.resources.pool.query(
    `insert into lifecycle_event (id, organization_id, account_id, type, from_status, to_status, occurred_at)
     select id, $3, $4, 'delinquent', 'active', 'delinquent', at from unnest($1::text[], $2::timestamptz[]) as row (id, at)`,
    [ids, instants, lender.organizationId, accountId],
  );
  return ids;
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

describe('GET /accounts/{id}/lifecycle-events', () => {
  it('shows how a loan was opened and paid in full, newest first', async () => {
    const accountId = await lender.ledgerAccount(50_000);
    expect((await (await lender.api()).record(accountId, { amount_cents: 50_000 })).status).toBe(201);
    for (const { prefix, api } of doors) {
      const { items, page } = (await api.get(`${prefix}/accounts/${accountId}/lifecycle-events`)).json;
      expect(items).toEqual([
        {
          id: expect.any(String),
          type: 'paid_in_full',
          from_status: 'active',
          to_status: 'paid_in_full',
          occurred_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
        },
        expect.objectContaining({ type: 'opened', from_status: 'pending', to_status: 'active' }),
      ]);
      expect(page).toEqual({ next_cursor: null, has_more: false, limit: 100 });
    }
  });

  it('from and to are inclusive dates of UTC', async () => {
    const accountId = await lender.sandboxAccount('SBX-POSTS');
    const [before, first, last, after] = await insert(accountId, [
      '2026-01-31T23:59:59.999Z',
      '2026-02-01T00:00:00.000Z',
      '2026-02-01T23:59:59.999Z',
      '2026-02-02T00:00:00.000Z',
    ]);
    for (const { prefix, api } of doors) {
      const listed = async (query: string) =>
        idsOf((await api.get(`${prefix}/accounts/${accountId}/lifecycle-events?${query}`)).json.items);
      expect(await listed('from=2026-02-01&to=2026-02-01')).toEqual([last, first]);
      expect(await listed('from=2026-02-01')).toEqual([after, last, first]);
      expect(await listed('to=2026-02-01')).toEqual([last, first, before]);
      expect(await listed('from=2026-03-01')).toEqual([]);
    }
  });

  it('walks page by page through events of one instant', async () => {
    const accountId = await lender.sandboxAccount('SBX-POSTS');
    const instants = ['2026-01-01T12:00:00.123Z', '2026-01-01T12:00:00.124Z', '2026-01-01T12:00:00.123Z'];
    const [one, two, three] = await insert(accountId, instants);
    for (const door of doors) {
      const walked = await readAllPages(door, `/accounts/${accountId}/lifecycle-events`, 1, async () => {
        await insert(accountId, ['2026-01-02T00:00:00Z']);
      });
      expect(idsOf(walked).filter((id) => [one, two, three].includes(id))).toEqual([two, three, one]);
      expect(new Set(idsOf(walked)).size).toBe(walked.length);
    }
  });

  it('404 account_not_found for a foreign, a missing and a malformed account: the same bytes', async () => {
    const foreign = await (await instance.lender('Birch Credit')).ledgerAccount();
    expect(await answersToIds(doors, '/accounts/ID/lifecycle-events', [foreign, newId(), 'x'])).toEqual([
      `404 ${JSON.stringify(refusalOf('account_not_found'))}`,
    ]);
  });

  it('/v1 needs accounts:read', async () => {
    const path = `/v1/accounts/${await lender.ledgerAccount()}/lifecycle-events`;
    expect((await (await lender.api(['accounts:read'])).get(path)).status).toBe(200);
    const denied = await (await lender.api(['transactions:read'])).get(path);
    expect([denied.status, denied.json]).toEqual([403, refusalOf('insufficient_scope', { scope: 'accounts:read' })]);
  });
});
