import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { LEDGER_ACCOUNT_NAMES } from '../../core/contract/ledger-accounts.js';
import { idempotencyHeader } from '../idempotency-header-and-answers.js';
import { local } from '../route.js';
import { BASE_ROUTES, SECURE_ROUTES } from '../routes.js';
import { checkedInDocument } from './checked-in-document.js';
import { contractDocument } from './contract-document.js';
import { DEFAULT_ADDRESSES } from './host-addresses.js';
import { isObject } from './json-schema.js';
import { LINKS } from './next-operation-links.js';

const text = checkedInDocument();
const document = JSON.parse(text);

describe('docs/openapi.json', () => {
  it('matches the route table; `npm run generate` writes it', () => {
    expect(readFileSync('docs/openapi.json', 'utf8')).toBe(text);
  });

  it('is OpenAPI 3.1 of contract version 1.0.0', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } });
  });

  it('has every route except the pages for people', () => {
    const documented = Object.entries<object>(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const routed = [...new Set([...BASE_ROUTES, ...SECURE_ROUTES])]
      .filter(({ path }) => path !== '/' && !path.startsWith('/docs'))
      .map(({ method, path }) => `${method} ${path}`);
    expect(documented.sort()).toEqual([...new Set(routed)].sort());
  });

  it('names every operation once', () => {
    const ids = Object.values<object>(document.paths).flatMap((item) =>
      Object.values(item).map((operation) => operation.operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('gives the plain name to an operation under `/v1`, and marks its unversioned counterpart', () => {
    const ids = Object.entries<object>(document.paths)
      .filter(([path]) => path.startsWith('/v1/'))
      .flatMap(([, item]) => Object.values(item).map(({ operationId }) => operationId));
    expect(ids.filter((id) => /V1$|Unversioned$/.test(id))).toEqual([]);
    expect([document.paths['/v1/accounts'].get.operationId, document.paths['/accounts'].get.operationId]).toEqual([
      'listAccounts',
      'listAccountsUnversioned',
    ]);
  });

  it('lists common parameters only where they have an effect, or on lists', () => {
    const namesOf = (path: string, method = 'get') =>
      document.paths[path][method].parameters.map(({ name, $ref }: { name?: string; $ref?: string }) => name ?? $ref);
    const requestId = '#/components/parameters/X-Request-Id';
    for (const prefix of ['', '/v1']) {
      expect(namesOf(`${prefix}/accounts/{id}`)).toEqual(['id', 'organization_id', requestId]);
      expect(namesOf(`${prefix}/autopay/{id}`, 'patch')).toEqual(['id', 'organization_id', requestId]);
      expect(namesOf(`${prefix}/accounts/{id}/payoff`)).toEqual(['id', 'organization_id', 'on', requestId]);
      expect(namesOf(`${prefix}/accounts`)).toEqual(expect.arrayContaining(['from', 'to', 'limit', 'cursor']));
    }
  });
});

describe('avoids what breaks client generators', () => {
  const parameter = (path: string, name: string) =>
    document.paths[path].get.parameters.find((one: { name?: string }) => one.name === name).schema;

  it('webhooks have a tag of their own, without operations', () => {
    const tagsOf = (items: object) =>
      Object.values(items).flatMap((item: any) => Object.values<any>(item).flatMap(({ tags }) => tags ?? []));
    const ofWebhooks = new Set(tagsOf(document.webhooks));
    expect([...ofWebhooks]).toEqual(['Webhooks']);
    expect(tagsOf(document.paths)).not.toContain('Webhooks');
    expect(document.tags.map(({ name }: { name: string }) => name)).toContain('Webhooks');
  });

  it('webhooks are hidden from client generators, which would turn them into methods', () => {
    const sent = Object.values<any>(document.webhooks).map(({ post }) => post['x-internal']);
    expect(new Set(sent)).toEqual(new Set([true]));
  });

  it('no body and no parameter is an unnamed union', () => {
    const operations = Object.values<any>(document.paths).flatMap((item) => Object.values<any>(item));
    const schemas = operations.flatMap(({ requestBody, parameters }) => [
      ...Object.values<any>(requestBody?.content ?? {}).map(({ schema }) => schema),
      ...parameters.map(({ schema }: { schema?: object }) => schema ?? {}),
    ]);
    expect(schemas.filter((schema) => 'anyOf' in schema || 'oneOf' in schema)).toEqual([]);
  });

  it('X-Request-Id allows any value, a cursor has at least one character', () => {
    expect(document.components.parameters['X-Request-Id'].schema).toEqual({ type: 'string' });
    expect(parameter('/v1/accounts', 'cursor')).toEqual({ type: 'string', minLength: 1 });
    expect(parameter('/v1/payments', 'cursor')).toEqual({ type: 'string', minLength: 1 });
  });

  it('an instant is one type', () => {
    expect(parameter('/v1/events', 'since')).toEqual({ type: 'string', format: 'date-time' });
    expect(parameter('/campaign-events/', 'date_from')).toEqual({ type: 'string', format: 'date-time' });
  });

  it('a ledger account is one of the ledger’s, in a filter and in responses', () => {
    expect(parameter('/v1/ledger/entries', 'ledger_account').enum).toEqual(LEDGER_ACCOUNT_NAMES);
    for (const row of ['LedgerEntryLine', 'GeneralLedgerTotal'])
      expect(document.components.schemas[row].properties.ledger_account['x-extensible-enum']).toEqual(
        LEDGER_ACCOUNT_NAMES,
      );
  });
});

describe('links', () => {
  const operations = new Map<string, any>(
    Object.entries<any>(document.paths).flatMap(([path, item]) =>
      Object.values<any>(item).map((operation): [string, any] => [operation.operationId, { path, ...operation }]),
    ),
  );
  const links = [...operations.values()].flatMap((operation) =>
    Object.entries<any>(operation.responses).flatMap(([status, response]) =>
      Object.values<any>(response.links ?? {}).map((link) => [operation.operationId, status, link] as const),
    ),
  );

  it('are on the successes of each operation that has some', () => {
    const linking = new Set(links.map(([name]) => name));
    expect([...linking].sort()).toEqual(Object.keys(LINKS).sort());
    expect(links.filter(([, status]) => status >= '300')).toEqual([]);
  });

  it.each(links)('%s %s links to an operation, with a value for each name in its path', (name, status, link) => {
    const { path } = operations.get(link.operationId);
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, one]) => one);
    expect(Object.keys(link.parameters ?? {})).toEqual(names);
    const from = operations.get(name);
    const content: any = Object.values(from.responses[status].content ?? {})[0];
    const example = content?.example ?? Object.values<any>(content?.examples ?? {})[0]?.value;
    for (const source of Object.values<string>(link.parameters ?? {})) {
      const [, member] = /^\$response\.body#\/(\w+)$/.exec(source) ?? [];
      const [, parameter = ''] = /^\$request\.path\.(\w+)$/.exec(source) ?? [];
      if (member === undefined) expect(from.path).toContain(`{${parameter}}`);
      else expect(example).toHaveProperty(member);
    }
  });

  it('link from each thing created under /v1 to the request that reads it', () => {
    const made = [...operations.values()].filter(
      ({ path, responses }) =>
        path.startsWith('/v1/') && document.paths[path].post !== undefined && (responses['201'] ?? responses['202']),
    );
    const readers = made.map(({ operationId, responses }) => [
      operationId,
      Object.keys((responses['201'] ?? responses['202']).links ?? {}).some((next) => /^(?:get|list)/.test(next)),
    ]);
    expect(readers.length).toBeGreaterThan(15);
    expect(readers.filter(([, isRead]) => !isRead)).toEqual([]);
  });
});

/** Members of a payment that clients rely on; more may be added. */
const OF_PAYMENT = [
  ...['payment_id', 'organization_id', 'account_id', 'amount_cents', 'payment_method', 'check_number', 'status'],
  ...['effective_date', 'external_reference', 'memo', 'reference_number', 'posted_at', 'created_at'],
  ...['possible_duplicate_of', 'reversal'],
];

describe('the contract of record-payment', () => {
  const { post } = document.paths['/v1/accounts/{account_id}/payments'];

  it('lists its statuses and, by status, its error codes', () => {
    const codes = Object.fromEntries(
      Object.entries<{ $ref?: string }>(post.responses).map(([status, { $ref = '' }]) => [
        status,
        $ref.replace('#/components/responses/', ''),
      ]),
    );
    expect(codes).toEqual({
      201: '',
      202: '',
      400: 'malformed_request',
      401: 'missing_token.invalid_token',
      403: 'insufficient_scope.organization_out_of_scope',
      404: 'account_not_found',
      408: 'request_timeout',
      409: 'idempotency_conflict.idempotency_in_progress.test_clock_advancing',
      413: 'payload_too_large',
      415: 'unsupported_media_type',
      422: 'validation_failed.account_not_payable.amount_exceeds_payoff.servicing_rejected.card_data_refused',
      429: 'rate_limited',
      431: 'headers_too_large',
      500: 'internal_error',
      503: 'posting_unavailable.service_unavailable',
      504: 'outcome_unknown',
    });
  });

  it('requires a key of 1 to 255 characters and the token’s scope', () => {
    const key = post.parameters.find(({ name }: { name?: string }) => name === 'Idempotency-Key');
    expect(key).toMatchObject({ in: 'header', required: true, schema: { minLength: 1, maxLength: 255 } });
    expect(post.security).toEqual([{ access_token: ['external_payments:write'] }]);
  });

  it('always shows every field', () => {
    const { required, properties } = document.components.schemas.CollectedPayment;
    expect(required).toEqual(Object.keys(properties));
    expect(required).toEqual(expect.arrayContaining(OF_PAYMENT));
  });
});

describe('a route of the secure host only', () => {
  const capture = local({
    operationId: 'capture',
    method: 'POST',
    path: '/v1/things',
    contract: {
      summary: 'Capture',
      tag: 'Payment methods',
      refusals: ['secure_capture_disabled'],
      security: { scope: 'payment_methods:write' },
      header: idempotencyHeader,
      success: { status: 201, about: 'Captured.' },
    },
    answer: () => ({ status: 201 }),
  });
  const graph = { schema: buildSchema('type Query { nothing: Int }'), documents: {} };
  const written: any = contractDocument({ base: [], secure: [capture] }, graph, DEFAULT_ADDRESSES);
  const { post } = written.paths['/v1/things'];

  it('is there and nowhere else, for a token with its scope', () => {
    expect(post.servers.map(({ url }: { url: string }) => url)).toEqual([DEFAULT_ADDRESSES.secureUrl]);
    expect(post.security).toEqual([{ access_token: ['payment_methods:write'] }]);
    expect(post.parameters).toContainEqual(expect.objectContaining({ name: 'organization_id', in: 'query' }));
    expect(post.parameters).toContainEqual(
      expect.objectContaining({ name: 'Idempotency-Key', in: 'header', required: true }),
    );
    expect(Object.keys(post.responses)).toEqual([
      '201',
      '400',
      '401',
      '403',
      '408',
      '409',
      '422',
      '429',
      '431',
      '500',
      '503',
    ]);
  });
});

describe('examples', () => {
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
  ajv.addSchema({ $id: 'document', ...document });
  const examples = [...examplesOf(document, '')];

  it('exist of every kind', () => {
    for (const place of ['requestBody', '/responses/', '/parameters/', '/headers/']) {
      expect(examples.filter(({ pointer }) => pointer.includes(place))).not.toEqual([]);
    }
  });

  it.each(examples.map((example) => [example.pointer, example]))('%s', (_, { schemaPointer, value }) => {
    const validate = ajv.getSchema(`document#${schemaPointer}`);
    if (validate === undefined) throw new Error(`no schema at ${schemaPointer}`);
    expect([validate(value), validate.errors]).toEqual([true, null]);
  });
});

interface Example {
  readonly pointer: string;
  readonly schemaPointer: string;
  readonly value: unknown;
}

/** Every example next to a `schema`. */
function* examplesOf(node: unknown, pointer: string): Generator<Example> {
  if (typeof node !== 'object' || node === null) return;
  if (isObject(node) && isObject(node['schema'])) {
    const schemaPointer = `${pointer}/schema`;
    if ('example' in node) yield { pointer: `${pointer}/example`, schemaPointer, value: node['example'] };
    for (const [name, example] of Object.entries(isObject(node['examples']) ? node['examples'] : {})) {
      if (isObject(example)) yield { pointer: `${pointer}/examples/${name}`, schemaPointer, value: example['value'] };
    }
  }
  for (const [name, member] of Object.entries(node)) {
    yield* examplesOf(member, `${pointer}/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`);
  }
}
