import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import type { OperationRoute, RefusedRoute } from '../../rest-facade/route.js';
import { BASE_ROUTES, SECURE_ROUTES } from '../../rest-facade/routes.js';
import { Api, type ApiAnswer } from '../support/api.js';
import { call, type LenderWithRows, lenderWithRows } from '../support/lender-with-rows.js';
import { refusalOf } from '../support/refusal-of.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* Every operation of the route table: which query parameters it takes, and how it answers all others. */

let instance: TestInstance;
let own: LenderWithRows;
let secure: Api;
/** A key without any scope, and its token. */
let bare: Readonly<Record<OperationRoute['area'], string>>;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  own = await lenderWithRows(instance, 'Alder Lending');
  secure = new Api(instance.secureUrl, own.v1.token);
  const key = await own.lender.key([]);
  const { token } = await Api.exchange(instance.baseUrl, key);
  bare = { unversioned: key.plaintext, v1: token, admin: token };
});
afterAll(() => instance.close());

const operations = BASE_ROUTES.filter((route): route is OperationRoute => route.kind === 'operation');
const refused = BASE_ROUTES.filter((route): route is RefusedRoute => route.kind === 'refused');
const ofAreaB = operations.filter(({ area }) => area === 'unversioned');
/** Area B's operations, each with its `/v1` twin: the same operation with other credentials. */
const mirrors = operations.filter(
  ({ area, operationId }) => area === 'v1' && ofAreaB.some((route) => route.operationId === operationId),
);
const named = <R extends { readonly method: string; readonly path: string }>(routes: readonly R[]) =>
  routes.map((route) => [`${route.method} ${route.path}`, route] as const);

const COMMON = ['organization_id', 'from', 'to', 'cursor', 'limit'];
const extra = (name: string, input: unknown) => ({
  loc: ['query', name],
  msg: 'Extra inputs are not permitted',
  type: 'extra_forbidden',
  input,
});

it('the table has reads, lists and writes on every surface', () => {
  for (const area of ['unversioned', 'v1', 'admin'])
    expect(new Set(operations.filter((route) => route.area === area).map(({ method }) => method)).size).toBeGreaterThan(
      1,
    );
  expect(mirrors.length).toBeGreaterThan(10);
});

describe.each(named(operations))('%s', (_, route) => {
  it('422 at each unknown parameter, all at once', async () => {
    const query = 'limt=5&external_contract_numbr=X&format=csv&__proto__=1&limt=6';
    const { status, json } = await ask(route, query);
    expect(status).toBe(422);
    expect(json.detail.filter(({ loc }: { loc: string[] }) => loc[0] === 'query')).toEqual([
      extra('limt', ['5', '6']),
      extra('external_contract_numbr', 'X'),
      extra('format', 'csv'),
      extra('__proto__', '1'),
    ]);
  });

  it('checks permission first: 401, 403 for a scope, 403 for an organization', async () => {
    const anonymous = await ask(route, 'limt=5', { authorization: '' });
    const foreign = await ask(route, `limt=5&organization_id=${newId()}`);
    const unscoped = await ask(route, 'limt=5', { authorization: `Bearer ${bare[route.area]}` });
    // On the unversioned surface a key reads everything of its organizations.
    const isFree = route.area === 'unversioned' && route.method === 'GET';
    expect([anonymous, foreign, unscoped].map(({ json }) => json.detail.error_code)).toEqual([
      'missing_token',
      'organization_out_of_scope',
      isFree ? undefined : 'insufficient_scope',
    ]);
  });
});

describe.each(named([...ofAreaB, ...mirrors]))('%s, the common parameters', (_, route) => {
  const isLoose = route.area === 'unversioned';
  /** Only the problems of the query: the body may be incomplete. */
  const ofQuery = ({ status, json: { detail } }: ApiAnswer) =>
    Array.isArray(detail)
      ? detail.filter(({ loc }) => loc[0] === 'query').map(({ loc, type }) => `${loc[1]} ${type}`)
      : [`${status} ${detail.error_code}`];

  it('has them', () => {
    expect(Object.keys(route.request.shape.query.shape)).toEqual(expect.arrayContaining(COMMON));
  });

  it('checks them', async () => {
    const wrong = await ask(route, 'limit=0&from=2026-02-30&to=soon&cursor=a&cursor=b&limt=1');
    expect(ofQuery(wrong).toSorted()).toEqual([
      'cursor string_type',
      'from date_parsing',
      'limit greater_than_equal',
      'limt extra_forbidden',
      'to date_parsing',
    ]);
    const backwards = await ask(route, 'from=2026-02-01&to=2026-01-31&limit=1001');
    expect(ofQuery(backwards).toSorted()).toEqual(['limit less_than_equal', 'to value_error']);
  });

  it.each(['from=2026-02-30', 'to=', 'from=2026-02-01&to=2026-01-31'])('a bad date: %s', async (query) => {
    const answer = await ask(route, query);
    if (!isLoose) return expect(answer.status).toBe(422);
    const isBodyMissing = route.takesBody && answer.status === 422; // then it is one of several problems
    if (!isBodyMissing) expect(ofQuery(answer)).toEqual(['400 invalid_date_range']);
  });
});

it('a read that takes them gives the same bytes with them as without', async () => {
  for (const [api, prefix] of [[own.unversioned, ''] as const, [own.v1, '/v1'] as const]) {
    const path = `${prefix}/accounts/${own.ids['accounts']}`;
    const plain = await api.get(path);
    expect(plain.status).toBe(200);
    const query = `organization_id=${own.lender.organizationId}&from=2026-01-01&to=2026-01-31&limit=5&cursor=x`;
    expect((await api.get(`${path}?${query}`)).text).toBe(plain.text);
  }
});

it('a write does, too, and is not carried out when one of them is wrong', async () => {
  const path = `/payment-methods/${own.ids['payment-methods']}`;
  const rename = (query: string, nickname: string) => call(own.unversioned, 'PATCH', `${path}?${query}`, { nickname });
  expect((await rename('limit=5&to=2026-01-31', 'first')).json.nickname).toBe('first');
  expect((await rename('limit=x', 'second')).status).toBe(422);
  expect((await rename('to=x', 'second')).status).toBe(400);
  expect((await rename('dry_run=true', 'second')).status).toBe(422);
  expect((await own.unversioned.get(path)).json.nickname).toBe('first');
});

describe('an operation that is always refused', () => {
  it.each(named(refused))('%s gives the same refusal', async (_, route) => {
    const { json } = await call(own.unversioned, route.method, `${route.path.replace('{code}', 'any')}?limt=5`);
    expect(json).toEqual(refusalOf(route.problem));
  });
});

describe('a path that is not an operation of an area', () => {
  it.each([
    '/healthz',
    '/readyz',
    '/openapi.json',
    '/.well-known/jwks.json',
    '/.well-known/oauth-authorization-server',
    '/docs',
  ])('GET %s ignores unknown parameters', async (path) => {
    expect((await fetch(`${instance.baseUrl}${path}?utm_source=x`)).status).toBe(200);
  });

  it('the token endpoint and the webhook ignore them', async () => {
    const { prefix, plaintext } = await own.lender.key();
    const body = { grant_type: 'client_credentials', client_id: prefix, client_secret: plaintext };
    expect((await own.v1.post('/v1/oauth/token?x=1', body)).status).toBe(200);
    const event = { id: 'q-1', event_type: 'open', occurred_at: '2026-01-10T12:00:00Z', recipient: 'a@example.org' };
    expect((await own.v1.post('/campaign-events/webhook?x=1', { ...event, campaign_id: 'c' })).status).toBe(202);
  });
});

describe('the secure host', () => {
  const capture = SECURE_ROUTES.find(({ operationId }) => operationId === 'captureCard');

  it('422 at the parameter as well as for every problem of the body, without the sent values', async () => {
    const { status, json, text } = await call(secure, 'POST', `${capture?.path}?limt=5&4242424242424242=123`, {});
    expect(status).toBe(422);
    expect(json.detail).toEqual(
      expect.arrayContaining([
        { ...extra('limt', null) },
        { ...extra('[redacted]', null) },
        expect.objectContaining({ loc: ['body', 'card'], type: 'missing', input: null }),
      ]),
    );
    expect(text).not.toContain('4242');
  });
});

describe('a URL of the greatest length that Node accepts', () => {
  it('reports a hundred of thousands of unknown parameters', async () => {
    const names = Array.from({ length: 1_500 }, (_, index) => `p${index}=`).join('&');
    const { status, json } = await own.unversioned.get(`/accounts?${names}`);
    expect([status, json.detail.length]).toEqual([422, 100]);
  });

  it('reports the beginning of a long value, or of thousands of values', async () => {
    const long = await own.unversioned.get(`/accounts?limit=${'x'.repeat(14_000)}`);
    expect(long.json.detail[0].input).toBe('x'.repeat(200));
    const many = await own.unversioned.get(`/accounts?${'a=b&'.repeat(3_500)}`);
    expect(many.json.detail).toEqual([extra('a', Array(10).fill('b'))]);
  });
});

/** With ids that do not exist: parameters are checked first. */
function ask(route: OperationRoute, query: string, headers: Readonly<Record<string, string>> = {}): Promise<ApiAnswer> {
  const path = route.path.replaceAll(/\{\w+\}/g, () => newId());
  const api = route.area === 'unversioned' ? own.unversioned : own.v1;
  const workspace = { workspace_id: own.ids['workspaces'] ?? '' };
  return call(api, route.method, `${path}?${query}`, route.takesBody ? {} : undefined, { ...workspace, ...headers });
}
