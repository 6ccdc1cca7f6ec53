import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../core/auth/api-keys/administration.js';
import { newId } from '../../core/ids/ids.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { SCOPES } from '../../core/principal/scopes.js';
import type { OperationRoute } from '../../rest-facade/route.js';
import { BASE_ROUTES } from '../../rest-facade/routes.js';
import { Api } from '../support/api.js';
import { addRows, addRun, call, type LenderWithRows, lenderWithRows, SCHEDULE } from '../support/lender-with-rows.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* Every list of the route table: paging, and the validity of its cursors. */

let instance: TestInstance;
let own: LenderWithRows;
/** Credentials of a key that also reaches another organization. */
let wider: Pick<LenderWithRows, 'unversioned' | 'v1'>;

beforeAll(async () => {
  // Each list needs one more endpoint.
  instance = await openTestInstance({ worker: false, environment: { WEBHOOK_ENDPOINTS_PER_ORGANIZATION: '1000' } });
  own = await lenderWithRows(instance, 'Alder Lending');
  await furnishMore();
  wider = await widerKey();
});
afterAll(() => instance.close());

const lists = BASE_ROUTES.filter(
  (route): route is OperationRoute => route.kind === 'operation' && route.method === 'GET' && route.isList,
);
const named = lists.map((route) => [`GET ${route.path}`, route] as const);

it('there are lists on every surface', () => {
  expect(new Set(lists.map(({ area }) => area))).toEqual(new Set(['unversioned', 'v1', 'admin']));
});

describe.each(named)('%s', (_, route) => {
  it('paging while rows are added, five rows one at a time and the rest in small pages: misses no earlier row, repeats none', async () => {
    const there = (await get(route, 'limit=1000')).json.items.map(keyOf);
    const walked: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const limit = walked.length < 5 ? 1 : 20;
      const page = await get(route, `limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`);
      expect(page.status).toBe(200);
      walked.push(...page.json.items.map(keyOf));
      expect(page.json.page.has_more).toBe(page.json.page.next_cursor !== null);
      if (walked.length === 1) await furnishMore();
      cursor = page.json.page.next_cursor;
    }
    expect(new Set(walked).size).toBe(walked.length);
    expect(there.filter((key: string) => !walked.includes(key))).toEqual([]);
  });

  it('422 at query.cursor for a cursor that was changed, or belongs to another list, other filters, or another allowlist', async () => {
    const { next_cursor: cursor } = (await get(route, 'limit=1')).json.page;
    if (cursor === null) return expect(route.operationId).toMatch(/Organization/); // one organization makes one row
    const other = lists.find(({ operationId }) => operationId !== route.operationId);
    if (other === undefined) throw new Error('there is one list only');
    const flipped = `${cursor.slice(0, -4)}${cursor.slice(-4) === 'AAAA' ? 'BBBB' : 'AAAA'}`;
    const wrong = [
      await get(route, `cursor=${flipped}`),
      await get(route, 'cursor=x'),
      ...(await Promise.all(['%21', '%3D%3D', '%0A', '.'].map((extra) => get(route, `cursor=${cursor}${extra}`)))),
      await get(other, `cursor=${cursor}`),
      await get(route, `cursor=${cursor}`, wider),
      ...(isFiltered(route)
        ? [
            await get(route, `cursor=${cursor}&organization_id=${own.lender.organizationId}`),
            await get(route, `cursor=${cursor}&to=2098-01-01`),
          ]
        : []),
    ];
    for (const { status, json } of wrong) {
      expect([status, json.detail[0]?.loc]).toEqual([422, ['query', 'cursor']]);
    }
  });

  it.each(['0', '1001', '-1', '1.5', 'many', ''])('422 at query.limit for %j', async (limit) => {
    const { status, json } = await get(route, `limit=${limit}`);
    expect([status, json.detail[0]?.loc]).toEqual([422, ['query', 'limit']]);
  });
});

/** Lists of one object, which the path names, have no other filter. */
const UNFILTERED = [
  ...['listPayments', 'listPaymentBatchResults', 'listLedgerBoardingProblems'],
  ...['listEvents', 'listWebhookEndpoints', 'listWebhookAttempts'],
];
const isFiltered = ({ operationId }: OperationRoute): boolean => !UNFILTERED.includes(operationId);

function get(route: OperationRoute, query: string, caller: Pick<LenderWithRows, 'unversioned' | 'v1'> = own) {
  const segments = route.path.split('/');
  const path = segments.map((segment, at) => (segment.startsWith('{') ? own.ids[segments[at - 1] ?? ''] : segment));
  return call(route.area === 'v1' ? caller.v1 : caller.unversioned, 'GET', `${path.join('/')}?${query}`);
}

/** The key of a row: its id, an entry's number, a problem's line; for an adjustment with its component. */
function keyOf(row: Readonly<Record<string, string>>): string {
  return `${row['id'] ?? row['reference_number'] ?? row['line'] ?? row['row'] ?? row['batch_id'] ?? row['transaction_id'] ?? row['payment_id'] ?? row['account_id']} ${row['component'] ?? ''}`;
}

async function widerKey(): Promise<Pick<LenderWithRows, 'unversioned' | 'v1'>> {
  const { organizationId } = await instance.lender('Birch Lending');
  const organizationIds = [own.lender.organizationId, organizationId];
  const made = await createApiKey(instance.resources, {
    name: 'wider',
    organizationIds,
    scopes: SCOPES,
    by: systemPrincipal('test'),
  });
  if (made.outcome === 'refused') throw new Error(made.problems.join('; '));
  const { plaintext } = made;
  const unversioned = new Api(instance.baseUrl, plaintext);
  return { unversioned, v1: await Api.exchange(instance.baseUrl, { prefix: made.key.prefix, plaintext }) };
}

/** Adds one row of every kind that a list shows. */
async function furnishMore(): Promise<void> {
  const { lender, ids } = own;
  await addRows(instance, own);
  await own.v1.record(ids['accounts'] ?? '');
  await lender.coBorrower(ids['accounts'] ?? '', await lender.person('Bo Borrower'));
  await own.unversioned.post('/autopay', {
    ...SCHEDULE,
    account_id: ids['accounts'],
    payment_method_id: ids['payment-methods'],
  });
  await addRun(instance, ids['autopay'] ?? '');
  await instance.resources.pool.query(
    `insert into lifecycle_event (id, organization_id, account_id, type, to_status, occurred_at)
     values ($1, $2, $3, 'current', 'active', now())`,
    [newId(), lender.organizationId, ids['accounts']],
  );
}
