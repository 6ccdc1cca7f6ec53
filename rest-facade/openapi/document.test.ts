import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { idempotencyHeader } from '../idempotency.js';
import { local } from '../route.js';
import { BASE_ROUTES, SECURE_ROUTES } from '../routes.js';
import { DEFAULT_ADDRESSES } from './addresses.js';
import { checkedInDocument } from './checked-in.js';
import { contractDocument } from './document.js';
import { isObject } from './json-schema.js';

const text = checkedInDocument();
const document = JSON.parse(text);

describe('docs/openapi.json', () => {
  it('is what the route table says; `npm run generate` writes it', () => {
    expect(readFileSync('docs/openapi.json', 'utf8')).toBe(text);
  });

  it('is OpenAPI 3.1 of contract version 1.0.0', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } });
  });

  it('has every route but the pages for people', () => {
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
});

describe('the contract of record-payment', () => {
  const { post } = document.paths['/v1/accounts/{account_id}/payments'];

  it('knows its statuses and, by status, its error codes', () => {
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

  it('asks for a key of 1 to 255 characters and for the token’s scope', () => {
    const key = post.parameters.find(({ name }: { name?: string }) => name === 'Idempotency-Key');
    expect(key).toMatchObject({ in: 'header', required: true, schema: { minLength: 1, maxLength: 255 } });
    expect(post.security).toEqual([{ access_token: ['external_payments:write'] }]);
  });

  it('shows all twelve fields of the contract and the possible duplicate, always', () => {
    const { required } = document.components.schemas.CollectedPayment;
    expect(required).toHaveLength(13);
    expect(required).toContain('possible_duplicate_of');
  });
});

describe('a route of the secure host alone', () => {
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

  it('there are some of every kind', () => {
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

/** Everything that stands beside a `schema` as an example of it. */
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
