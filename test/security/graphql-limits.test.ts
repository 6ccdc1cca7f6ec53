import { randomBytes } from 'node:crypto';
import { getIntrospectionQuery } from 'graphql';
import { auditServer } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemPrincipal } from '../../core/principal/principal.js';
import type { RoleName } from '../../core/principal/roles.js';
import { SCOPES } from '../../core/principal/scopes.js';
import { type ApiAnswer, send } from '../support/api.js';
import { type Ask, graphClient } from '../support/graph.js';
import { signingKeySet } from '../support/identity.js';
import type { Lender } from '../support/lender.js';
import { operatorToken } from '../support/operators.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/** As in production: operator-only features, and limits low enough for a test. */
let instance: TestInstance;
let lender: Lender;
let token: string;
let ask: Ask;

beforeAll(async () => {
  instance = await openTestInstance({
    worker: false,
    environment: {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://api.test',
      TOKEN_SIGNING_KEYS: await signingKeySet('one'),
      CURSOR_SIGNING_SECRET: randomBytes(32).toString('hex'),
      CARD_FINGERPRINT_SECRET: randomBytes(32).toString('hex'),
      SECURE_CAPTURE_ENABLED: 'false',
      GRAPHQL_MAX_ALIASES: '10',
      GRAPHQL_MAX_DIRECTIVES: '10',
      GRAPHQL_MAX_ANSWER: '800000',
      GRAPHQL_BODY_LIMIT_BYTES: '100000',
    },
  });
  lender = await instance.lender();
  token = (await lender.api()).token;
  ask = graphClient(instance.graphqlUrl, token);
});
afterAll(() => instance.close());

const operator = async (role: RoleName): Promise<Ask> =>
  graphClient(instance.graphqlUrl, await operatorToken(instance.resources, { subject: 'ola', role }));
const messages = (answer: ApiAnswer): string =>
  (answer.json.errors ?? []).map(({ message }: { message: string }) => message).join('\n');
const times = (count: number, text: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => text(n)).join(' ');

describe('the limits of one operation', () => {
  const nested = (levels: number): string =>
    levels === 0 ? 'id' : `primaryBorrower { accounts(limit: 1) { items { ${nested(levels - 1)} } } }`;

  it.each([
    ['root fields', `{ ${times(21, () => '... on Query { __typename }')} }`],
    ['levels of fields', `{ account(id: "x") { ${nested(5)} } }`],
    ['aliases', `{ account(id: "x") { ${times(11, (n) => `a${n}: id`)} } }`],
    ['directives', `{ account(id: "x") { ${times(11, () => 'id @include(if: true)')} } }`],
    ['units of cost', '{ accounts(limit: 1000) { items { transactions(limit: 1000) { items { id } } } } }'],
    ['units of cost', '{ accounts(limit: 1000) { items { payoff { amountCents } } } }'],
    [
      'fields, with fragments expanded',
      `{ account(id: "x") { ...F0 } } ${times(60, (n) => `fragment F${n} on Account { ...F${n + 1} ...F${n + 1} }`)} fragment F60 on Account { id }`,
    ],
  ])('400 for more %s than allowed', async (what, query) => {
    const answer = await ask(query);
    expect([answer.status, answer.json.data, messages(answer)]).toEqual([
      400,
      undefined,
      expect.stringContaining(`${what} at most`),
    ]);
    expect(answer.json.errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
  });

  it('400 for more tokens than allowed, and 413 for a larger body', async () => {
    const tokens = await ask(`{ account(id: "x") { ${'id '.repeat(5_001)} } }`);
    expect([tokens.status, messages(tokens)]).toEqual([400, expect.stringContaining('tokens')]);
    expect((await ask(`{ __typename } # ${'x'.repeat(100_001)}`)).status).toBe(413);
  });

  it('a page limit in a variable counts like one in the document', async () => {
    const query = `query ($n: Int) { accounts(limit: $n) { items { transactions(limit: $n) { items { id } } } } }`;
    expect((await ask(query, { n: 1_000 })).status).toBe(400);
    expect(await ask(query, { n: 10 })).toMatchObject({ status: 200, json: { data: { accounts: { items: [] } } } });
  });

  it('the prepared operations of REST have no such limits, however they are executed', async () => {
    const id = await lender.ledgerAccount();
    const detail = await (await lender.api()).get(`/v1/accounts/${id}`);
    expect([detail.status, JSON.stringify(detail.json)]).toEqual([200, expect.stringContaining(id)]);
    const caller = { principal: systemPrincipal('test', SCOPES), requestId: 'r' };
    const { data, errors } = await instance.gateway.runOrdinary('getAccount', { id }, caller);
    expect([errors, JSON.stringify(data)]).toEqual([undefined, expect.stringContaining(id)]);
  });

  it('no batches', async () => {
    const body = JSON.stringify([{ query: '{ __typename }' }, { query: '{ __typename }' }]);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    expect((await send(instance.graphqlUrl, { method: 'POST', body, headers })).status).toBe(400);
  });
});

describe('hostile documents and variables: 400 with a short message', () => {
  const INPUT =
    'mutation ($i: CreateAutopayScheduleInput!) { createAutopaySchedule(idempotencyKey: "k", input: $i) { replayed } }';
  const STATUSES = 'query ($s: [AccountStatusCode!]) { accounts(statuses: $s, limit: 1) { page { limit } } }';
  const REPORT = 'query ($code: ReportCode!) { reportTotals(code: $code) { rows } }';
  const nested = (open: string, close: string, count: number) => `${open.repeat(count)}${close.repeat(count)}`;
  const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`m${n}`, 1]));

  it.each([
    ['members of an input object', INPUT, { i: members(5_000) }],
    ['values of an enum', STATUSES, { s: Array(9_000).fill('actives') }],
  ])('413 for more %s than any operation takes, counted before they are parsed', async (_, query, variables) => {
    for (const by of [ask, await operator('viewer')]) expect((await by(query, variables)).status).toBe(413);
  });

  it.each<[what: string, query: string, variables: Readonly<Record<string, unknown>>]>([
    ['unknown members of an input object', INPUT, { i: members(990) }],
    ['wrong values of an enum', STATUSES, { s: Array(990).fill('actives') }],
    ['lists in lists', STATUSES, { s: JSON.parse(nested('[', ']', 2_000)) }],
    ['text that looks like a hint, in a variable', REPORT, { code: 'Did you mean '.repeat(7_000) }],
    [
      'text that looks like a hint, in a literal',
      `{ reportTotals(code: "${'Did you mean '.repeat(7_000)}?") { rows } }`,
      {},
    ],
    ['a name of 90 kB', `{ ${'x'.repeat(90_000)} }`, {}],
    ['an operation with a name of 40 kB', `query ${'x'.repeat(40_000)} { ${'y'.repeat(40_000)} }`, {}],
    ['a variable of 90 kB', 'query ($n: Int) { accounts(limit: $n) { page { limit } } }', { n: 'x'.repeat(90_000) }],
    ['lists in lists, in a literal', `{ accounts(statuses: ${nested('[', ']', 1_950)}) { page { limit } } }`, {}],
    ['objects in objects', `{ previewRuns(schedule: ${nested('{ a: ', '}', 480)}) { payoffKnown } }`, {}],
    ['fields in fields', `{ account(id: "x") { ${nested('organization { portfolio { ', '} }', 320)} } }`, {}],
    [
      'cyclic fragments',
      `{ ...F0 } ${times(190, (n) => `fragment F${n} on Query { ...F${(n + 1) % 190} ...F${(n + 7) % 190} }`)}`,
      {},
    ],
    [
      'a chain of fragments',
      `{ ...F0 } ${times(280, (n) => `fragment F${n} on Query { ...F${n + 1} }`)} fragment F280 on Query { a: b }`,
      {},
    ],
    ['wrong fields', `{ ${times(1_500, (n) => `f${n}`)} }`, {}],
    ['fields that overlap', `{ account(id: "x") { ${times(480, () => 'organization { id }')} } }`, {}],
  ])('%s', async (_, query, variables) => {
    for (const by of [ask, await operator('viewer')]) {
      const answer = await by(query, variables);
      expect([answer.status, answer.json.data, answer.json.errors.length]).toEqual([
        400,
        undefined,
        expect.any(Number),
      ]);
      expect(answer.json.errors.length).toBeLessThanOrEqual(10);
      expect(answer.text.length).toBeLessThan(10_000);
      expect(answer.text).not.toMatch(/call stack|internal/i);
    }
  });

  it('the limits apply to introspection too', async () => {
    const viewer = await operator('viewer');
    const spread = `{ __schema { types { fields { ${times(4, (n) => `a${n}: args { ...A }`)} } } } }`;
    const answer = await viewer(`${spread} fragment A on __InputValue { ${times(4, (n) => `b${n}: description`)} }`);
    expect([answer.status, messages(answer)]).toEqual([400, expect.stringContaining('aliases at most')]);
  });

  it('an answer over the size limit is not sent', async () => {
    const by = graphClient(
      instance.graphqlUrl,
      (await lender.api(['email_templates:read', 'email_templates:write'])).token,
    );
    const workspaceId = await lender.workspace();
    const created = await by(
      'mutation ($input: CreateEmailTemplateInput!) { createEmailTemplate(input: $input) { id } }',
      { input: { workspaceId, name: 'n', subjectTemplate: 's', htmlTemplate: 'x'.repeat(90_000) } },
    );
    const { id } = created.json.data.createEmailTemplate;
    const html = (count: number) =>
      by(`{ emailTemplate(id: "${id}") { ${times(count, (n) => `a${n}: htmlTemplate`)} } }`);
    expect((await html(8)).status).toBe(200);
    expect([(await html(9)).status, messages(await html(9))]).toEqual([
      400,
      'A response may have 800000 characters at most: ask for fewer rows or fields.',
    ]);
  });
});

describe('which operation', () => {
  const post = (body: object) =>
    send(instance.graphqlUrl, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it.each([
    ['a subscription', { query: 'subscription { a }' }],
    ['one of several without a name', { query: 'query A { __typename } query B { __typename }' }],
    ['a missing one', { query: 'query A { __typename }', operationName: 'Z' }],
    ['one with a very long name', { query: '{ __typename }', operationName: 'Z'.repeat(90_000) }],
    ['none', { query: 'fragment F on Query { __typename }' }],
  ])('400 for %s', async (_, body) => {
    const answer = await post(body);
    expect([answer.status, answer.json.data]).toEqual([400, undefined]);
    expect(answer.text.length).toBeLessThan(1_000);
  });
});

describe('the rate limit', () => {
  const left = ({ headers }: ApiAnswer) => Number(headers.get('ratelimit-remaining'));

  it('counts a mutation as many times as it has root fields, and a query once', async () => {
    const by = graphClient(instance.graphqlUrl, (await lender.api()).token);
    const one = left(await by('{ __typename }'));
    const cancel = (n: number) => `c${n}: cancelAutopaySchedule(id: "x") { id }`;
    const seven = left(await by(`mutation { ${times(7, cancel)} }`));
    expect(one - seven).toBe(7);
    expect(seven - left(await by(`{ ${times(7, (n) => `t${n}: __typename`)} }`))).toBe(1);
  });

  it('429 before any field is executed, when the limit does not cover all of them', async () => {
    const few = await openTestInstance({
      worker: false,
      environment: { RATE_LIMIT_API_PER_MINUTE: '1', RATE_LIMIT_API_BURST: '5' },
    });
    try {
      const its = await few.lender();
      const by = graphClient(few.graphqlUrl, (await its.api()).token);
      const accountId = await its.ledgerAccount();
      const pay = (n: number) =>
        `p${n}: recordPayment(accountId: "${accountId}", idempotencyKey: "k${n}", input: { amountCents: 1, paymentMethod: cash }) { replayed }`;
      const mutation = `mutation { ${times(4, pay)} }`;
      expect((await by(mutation)).status).toBe(200);
      const denied = await by(mutation.replaceAll('"k', '"other'));
      expect([denied.status, denied.json.errors[0].extensions.code]).toEqual([429, 'rate_limited']);
      expect(Number(denied.headers.get('retry-after'))).toBeGreaterThan(0);
      const { rows } = await few.resources.pool.query('select count(*)::int as payments from collected_payment');
      expect(rows).toEqual([{ payments: 4 }]);
    } finally {
      await few.close();
    }
  });
});

describe('in production', () => {
  it('introspection is for operators only', async () => {
    const denied = await ask(getIntrospectionQuery());
    expect([denied.status, messages(denied)]).toEqual([400, 'Introspection is for operators only.']);
    expect((await ask('{ ...F } fragment F on Query { a: __type(name: "Account") { name } }')).status).toBe(400);
    const viewer = await operator('viewer');
    expect((await viewer(getIntrospectionQuery())).json.data.__schema.types.length).toBeGreaterThan(50);
  });

  it('only operators get a suggestion for a misspelt name', async () => {
    const asked = [
      ['{ accountz { page { limit } } }', {}],
      ['{ accounts(limitt: 1) { page { limit } } }', {}],
      ['{ accounts { page { limitt } } }', {}],
      ['{ reportTotals(code: crrr) { rows } }', {}],
      ['query ($code: ReportCode!) { reportTotals(code: $code) { rows } }', { code: 'crrr' }],
    ] as const;
    const viewer = await operator('viewer');
    for (const [query, variables] of asked) {
      const stranger = await ask(query, variables);
      expect(messages(stranger)).not.toBe('');
      expect(stranger.text).not.toMatch(/did you mean/i);
      expect(messages(await viewer(query, variables))).toMatch(/did you mean/i);
    }
  });
});

describe('over HTTP', () => {
  it('cross-site requests fail: requests without a preflight are refused', async () => {
    const authorization = `Bearer ${token}`;
    const get = `${instance.graphqlUrl}?query=${encodeURIComponent('{ __typename }')}`;
    const simple = [
      await send(get, { headers: { authorization } }),
      await send(instance.graphqlUrl, {
        method: 'POST',
        body: '{"query":"{ __typename }"}',
        headers: { authorization, 'content-type': 'text/plain' },
      }),
      await send(instance.graphqlUrl, {
        method: 'POST',
        body: 'query={__typename}',
        headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      }),
    ];
    expect(simple.map(({ status, json }) => [status, json?.data])).toEqual(
      [400, 415, 415].map((status) => [status, undefined]),
    );
    const asked = await send(get, { headers: { authorization, 'apollo-require-preflight': 'yes' } });
    expect([asked.status, asked.json.data]).toEqual([200, { __typename: 'Query' }]);
  });

  it('no answer names an internal part', async () => {
    const answers = [
      await ask('{ payment(id: "x") { id } }'),
      await ask('{ accounts(limit: 0) { items { organization { portfolio { accounts } } } } }'),
    ];
    for (const answer of answers) {
      expect(answer.json.errors[0].extensions.code).toMatch(/^(payment_not_found|invalid_limit)$/);
      expect(answer.text).not.toMatch(/serviceName|"?(servicing|payments|reporting|messaging)"/);
    }
  });

  it('keeps to the GraphQL-over-HTTP specification: every audit that must or should pass', async () => {
    const bearer = await operatorToken(instance.resources, { subject: 'ola', role: 'viewer' });
    const own = { authorization: `Bearer ${bearer}`, 'apollo-require-preflight': 'yes' };
    const fetchFn: typeof fetch = (url, options) =>
      fetch(url, { ...options, headers: { ...Object.fromEntries(new Headers(options?.headers)), ...own } });
    const results = await auditServer({ url: instance.graphqlUrl, fetchFn });
    const failed = results.filter(({ status }) => status === 'error' || status === 'warn');
    expect(results.length).toBeGreaterThan(50);
    expect(failed.map(({ id, name, status }) => `${status} ${id} ${name}`)).toEqual([]);
  });
});
