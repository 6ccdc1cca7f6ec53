import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import type { OperationRoute } from '../../rest-facade/route.js';
import { BASE_ROUTES } from '../../rest-facade/routes.js';
import type { Api } from '../support/api.js';
import { call, type LenderWithRows, lenderWithRows } from '../support/lender-with-rows.js';
import { refusalOf } from '../support/refusal-of.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/*
 * Tests every route of the route table. A new route is included automatically; the test fails with its name if this
 * file has no foreign id or body for it.
 */

let instance: TestInstance;
let own: LenderWithRows;
let foreign: LenderWithRows;
/** The ids of all rows of the other organization, and of the organization itself. */
let foreignIds: readonly string[];

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  own = await lenderWithRows(instance, 'Alder Lending');
  foreign = await lenderWithRows(instance, 'Birch Credit');
  // Sandbox organizations have a test clock; a real lender has none.
  await instance.resources.pool.query('insert into test_clock (organization_id) values ($1), ($2)', [
    own.lender.organizationId,
    foreign.lender.organizationId,
  ]);
  foreignIds = await idsOf(foreign.lender.organizationId);
});
afterAll(() => instance.close());

const operations = BASE_ROUTES.filter((route): route is OperationRoute => route.kind === 'operation');
const guarded = BASE_ROUTES.filter((route) => route.kind !== 'local');
const named = <R extends { readonly method: string; readonly path: string }>(routes: readonly R[]) =>
  routes.map((route) => [`${route.method} ${route.path}`, route] as const);

/** A valid body for each write. */
const BODIES: Readonly<Record<string, object>> = {
  recordPayment: { amount_cents: 100, payment_method: 'cash' },
  reversePayment: {},
  updatePaymentMethod: { nickname: 'from another lender' },
  updateAutopaySchedule: { amount_cents: 1 },
  updateEmailTemplate: { name: 'from another lender' },
  updateWorkspaceMergeField: { value: 'from another lender' },
  updateWorkspaceAsset: { name: 'from another lender' },
  previewEmailTemplate: {},
  reviseLedgerProduct: { late_fee_cents: 5 },
  updateLedgerProduct: { name: 'from another lender' },
  disburseLedgerLoan: {},
  waiveOnLedgerLoan: { component: 'fees', amount_cents: 1, reason: 'from another lender' },
  adjustLedgerLoan: { principal_cents: -1, reason: 'from another lender' },
  chargeOffLedgerLoan: { reason: 'from another lender' },
  undoLedgerChargeOff: { reason: 'from another lender' },
  closeLedgerLoan: {},
  abandonLedgerBoarding: {},
  updateWebhookEndpoint: { status: 'disabled' },
  rotateWebhookEndpointSecret: {},
  testWebhookEndpoint: {},
  resendWebhookEvents: { from: '2026-01-01T00:00:00Z' },
};

const withId = operations.filter(({ path }) => path.includes('{'));
const reads = operations.filter(({ method }) => method === 'GET');

it('the route table has ids, writes and reads in every API', () => {
  for (const area of ['unversioned', 'v1', 'admin']) {
    expect(withId.filter((route) => route.area === area && route.method !== 'GET')).not.toEqual([]);
    expect(reads.filter((route) => route.area === area)).not.toEqual([]);
  }
});

describe.each(named(withId))('%s with another organization’s id', (_, route) => {
  it('answers 404, the same bytes as for an id that does not exist, and changes nothing', async () => {
    const before = await rowsOf(foreign.lender.organizationId);
    const answers = await Promise.all([pathOf(route, foreign.ids), pathOf(route)].map((path) => ask(own, route, path)));
    const [stranger, missing] = answers.map(({ status, text }) => ({ status, text }));
    expect(stranger).toEqual(missing);
    expect(stranger?.status).toBe(404);
    expect(await rowsOf(foreign.lender.organizationId)).toBe(before);
  });
});

describe.each(named(guarded))('%s with an organization_id outside the allowlist', (_, route) => {
  it('answers 403 organization_out_of_scope', async () => {
    const path = `${pathOf(route, own.ids)}?organization_id=${foreign.lender.organizationId}`;
    const answer = await ask(own, route, path);
    expect([answer.status, answer.json]).toEqual([403, refusalOf('organization_out_of_scope')]);
  });
});

describe.each(named(guarded))('%s with a repeated organization_id', (_, route) => {
  it('answers 422, and changes nothing', async () => {
    const twice = [own.lender.organizationId, own.lender.organizationId];
    const before = await rowsOf(own.lender.organizationId);
    const answer = await ask(
      own,
      route,
      `${pathOf(route, own.ids)}?organization_id=${twice.join('&organization_id=')}`,
    );
    expect([answer.status, answer.json]).toEqual([
      422,
      {
        detail: [{ loc: ['query', 'organization_id'], msg: expect.any(String), type: 'string_type', input: twice }],
      },
    ]);
    expect(await rowsOf(own.lender.organizationId)).toBe(before);
  });
});

/** Operations whose answers hold no ids: a letter, sums, and the problems in a file's lines. */
const WITHOUT_IDS = ['getPayoffLetter', 'getGeneralLedger', 'listLedgerBoardingProblems'];

describe.each(named(reads))('%s', (_, route) => {
  it('shows the owner its objects, and other lenders none of their ids', async () => {
    const all = Object.hasOwn(route.request.shape.query.shape, 'limit') ? '?limit=1000' : '';
    const path = (of: LenderWithRows) => `${pathOf(route, of.ids)}${all}`;
    const theirs = await ask(foreign, route, path(foreign));
    const ours = await ask(own, route, path(own));
    expect([theirs.status, ours.status]).toEqual([200, 200]);
    const shown = foreignIds.filter((id) => theirs.text.includes(id));
    if (!WITHOUT_IDS.includes(route.operationId))
      expect(shown, 'the fixture holds nothing for this route').not.toEqual([]);
    expect(foreignIds.filter((id) => ours.text.includes(id))).toEqual([]);
    if (route.path.startsWith('/reports/')) {
      const csv = await call(own.unversioned, 'GET', route.path, undefined, { accept: 'text/csv' });
      expect(csv.headers.get('content-type')).toContain('text/csv');
      expect(foreignIds.filter((id) => csv.text.includes(id))).toEqual([]);
    }
  });
});

describe('ids in bodies', () => {
  const schedule = { amount_cents: 100, frequency_unit: 'week', frequency_interval: 1, start_date: '2099-01-01' };
  it.each([
    ['POST', 'account_id', '/autopay', () => ({ ...schedule, payment_method_id: own.ids['payment-methods'] })],
    ['POST', 'payment_method_id', '/autopay', () => ({ ...schedule, account_id: own.ids['accounts'] })],
    ['PATCH', 'payment_method_id', '/autopay/ID', () => ({})],
  ])('%s %s: a foreign id is refused with the same message as a missing one', async (method, field, path, body) => {
    const segment = field === 'account_id' ? 'accounts' : 'payment-methods';
    for (const api of [own.unversioned, own.v1]) {
      const prefix = api === own.v1 ? '/v1' : '';
      const send = async (id: string) => {
        const answer = await call(api, method, prefix + path.replace('ID', own.ids['autopay'] ?? ''), {
          ...body(),
          [field]: id,
        });
        return { status: answer.status, text: answer.text.replaceAll(id, 'ID') };
      };
      const stranger = await send(foreign.ids[segment] ?? '');
      expect(stranger.status).toBe(422);
      expect(stranger).toEqual(await send(newId()));
    }
  });
});

it('one human at two lenders is two persons: neither lender sees the other’s cards, with any filter', async () => {
  const ofPerson = (of: LenderWithRows, person: string | undefined) =>
    call(of.unversioned, 'GET', `/payment-methods?party_id=${person}`);
  expect((await ofPerson(own, own.ids['persons'])).json.items).toHaveLength(1);
  expect((await ofPerson(own, foreign.ids['persons'])).json.items).toEqual([]);
  const eligible = await call(own.unversioned, 'GET', `/accounts/${own.ids['accounts']}/payment-methods`);
  expect(eligible.json.items.map(({ id }: { id: string }) => id)).toEqual([own.ids['payment-methods']]);
});

/** A route's path with ids of a furnished lender, or with missing ids; fails for a segment without a furnished id. */
function pathOf(
  route: { readonly path: string; readonly kind: string },
  ids?: Readonly<Record<string, string>>,
): string {
  const segments = route.path.split('/');
  return segments
    .map((segment, index) => {
      if (!segment.startsWith('{')) return segment;
      const before = segments[index - 1] ?? '';
      if (route.kind === 'refused') return 'any';
      const id = ids === undefined ? newId() : ids[before];
      if (id === undefined) throw new Error(`${route.path}: test/support/lender-with-rows.ts has no id for ${before}/`);
      return id;
    })
    .join('/');
}

function ask(as: LenderWithRows, route: (typeof guarded)[number], path: string) {
  const api: Api = route.area === 'unversioned' ? as.unversioned : as.v1;
  const takesBody = route.kind === 'operation' && route.takesBody;
  const body = BODIES[route.operationId];
  if (takesBody && body === undefined && route.path.includes('{')) {
    throw new Error(`${route.operationId} has no body in this test's table`);
  }
  const headers = { workspace_id: as.ids['workspaces'] ?? '' };
  return call(api, route.method, path, takesBody ? (body ?? {}) : undefined, headers);
}

const SCOPED_COLUMNS = `
  select c.table_name as table, c.column_name as column from information_schema.columns c
   where c.table_schema = 'public' and c.column_name ~ '^(id|.*_id)$' and c.data_type = 'text'
     and exists (select from information_schema.columns o
                  where o.table_schema = 'public' and o.table_name = c.table_name and o.column_name = 'organization_id')`;

/** Tables are found by their columns, so that none is missed. */
async function idsOf(organizationId: string): Promise<readonly string[]> {
  const { pool } = instance.resources;
  const { rows } = await pool.query<{ table: string; column: string }>(SCOPED_COLUMNS);
  const ids = new Set<string>();
  for (const { table, column } of rows) {
    const found = await pool.query<{ id: string | null }>(
      `select distinct ${column} as id from ${table} where organization_id = $1`,
      [organizationId],
    );
    for (const { id } of found.rows) if (id !== null && id.length === 26) ids.add(id);
  }
  return [...ids];
}

async function rowsOf(organizationId: string): Promise<string> {
  const { pool } = instance.resources;
  const { rows } = await pool.query<{ table: string }>(
    "select table_name as table from information_schema.columns where table_schema = 'public' and column_name = 'organization_id'",
  );
  const hashes = rows.map(
    ({ table }) =>
      `select coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '') as rows from ${table} t where organization_id = $1`,
  );
  const hash = await pool.query(
    `select md5(string_agg(rows, '|')) as hash from (${hashes.join(' union all ')}) every_table`,
    [organizationId],
  );
  return hash.rows[0].hash;
}
