import { readFileSync } from 'node:fs';
import { expect, expectTypeOf, it } from 'vitest';
import { TributaryError } from './errors.js';
import { ERROR_CODES } from './generated/error-codes.js';
import { refused, ScriptedApi } from './testing/scripted-fetch.js';
import type { Payment } from './types.js';

const caught = (...answers: ConstructorParameters<typeof ScriptedApi>[0]) =>
  new ScriptedApi(answers)
    .client()
    .payments.get('P1')
    .catch((error: unknown) => error);

it('detail narrows by the code, after instanceof', async () => {
  const error = await caught(refused(409, 'payment_not_reversible', { status: 'reversed' }));
  if (!(error instanceof TributaryError)) throw error;
  switch (error.code) {
    case 'payment_not_reversible':
      expectTypeOf(error.detail.status).toEqualTypeOf<Payment['status']>();
      expect(error.detail.status).toBe('reversed');
      break;
    case 'servicing_rejected':
    case 'card_declined':
      expectTypeOf(error.detail.reason).toBeString();
      break;
    case 'tokenization_failed':
      expectTypeOf(error.detail.retryable).toBeBoolean();
      break;
    case 'rate_limited':
      expectTypeOf(error.detail.retry_after_seconds).toBeNumber();
      break;
    case 'validation_failed':
      expectTypeOf(error.detail).toBeArray();
      break;
    case 'outcome_pending':
      expectTypeOf(error.detail.payment).toEqualTypeOf<Payment>();
      break;
    default:
      expectTypeOf(error.detail).not.toHaveProperty('status');
  }
  expect.assertions(1);
});

it('422 with a list is validation_failed, with every problem', async () => {
  const problem = { loc: ['body', 'amount_cents'], msg: 'Field required', type: 'missing', input: {} };
  const error = await caught({ status: 422, body: { detail: [problem] } });
  expect(error).toMatchObject({ name: 'TributaryError', code: 'validation_failed', detail: [problem], status: 422 });
});

it('the message includes the API’s text', async () => {
  const error = await caught(refused(404, 'payment_not_found', { message: 'There is no such payment.' }));
  expect(error).toHaveProperty('message', 'payment_not_found: There is no such payment. (HTTP 404, request request 1)');
});

it('the message includes the fields of a rejection', async () => {
  const error = await caught(
    refused(422, 'servicing_rejected', { message: 'The loan system refused.', reason: 'closed' }),
  );
  const message = 'servicing_rejected: The loan system refused. reason: closed. (HTTP 422, request request 1)';
  expect(error).toHaveProperty('message', message);
});

it('the message includes the location and cause of at most five problems, and no value that was sent', async () => {
  const problem = (place: number) => ({ loc: ['body', 'rows', String(place), 'amount_cents'], msg: 'Field required' });
  const wrong = { loc: ['body', 'memo'], msg: 'String should have at most 200 characters', input: 'secret' };
  const detail = [wrong, ...[1, 2, 3, 4, 5, 6].map(problem)];
  const error = await caught({ status: 422, body: { detail } });
  expect(error).toHaveProperty(
    'message',
    [
      'validation_failed: body.memo: String should have at most 200 characters',
      ...[1, 2, 3, 4].map((row) => `body.rows.${row}.amount_cents: Field required`),
      'and 2 more (HTTP 422, request request 1)',
    ].join('; '),
  );
});

it('the message includes why no response arrived', async () => {
  const api = new ScriptedApi([]);
  const reset = Object.assign(new Error(''), { code: 'ECONNRESET' });
  const fetch = async (url: string, init: RequestInit) => {
    if (url.endsWith('/v1/oauth/token')) return api.options().fetch(url, init);
    throw new TypeError('fetch failed', { cause: reset });
  };
  const error = await api
    .client({ fetch, deadlineMs: 1 })
    .payments.get('P1')
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'connection_failed', message: 'connection_failed: fetch failed: ECONNRESET' });
});

it.each([
  ['a code of a later API', { detail: { error_code: 'brand_new' } }],
  ['a code that is also a property of every object', { detail: { error_code: 'constructor' } }],
  ['a proxy’s page', '<html>'],
  ['nothing', undefined],
])('unrecognized_answer: %s', async (_, body) => {
  expect(await caught({ status: 418, body })).toMatchObject({
    code: 'unrecognized_answer',
    status: 418,
    detail: { answer: body === '<html>' ? undefined : body },
  });
});

it('every code in the contract document is known', () => {
  const document = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'));
  const schemas = Object.values<any>(document.components.schemas);
  const documented = schemas.flatMap(({ properties }) => properties?.detail?.properties?.error_code?.const ?? []);
  expect(documented.length).toBeGreaterThan(40);
  expect(documented.filter((code) => !ERROR_CODES.some((known) => known === code))).toEqual([]);
});
