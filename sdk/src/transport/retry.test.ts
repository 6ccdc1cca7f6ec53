import { expect, it } from 'vitest';
import { CATALOGUE } from '../../../core/errors/catalogue.js';
import { isRetryable } from './retry.js';

const answer = (status: number, detail: unknown) => {
  const body = { detail };
  const more = { requestId: undefined, retryAfter: null, bytes: new ArrayBuffer(0), mediaType: 'application/json' };
  return { status, body, text: JSON.stringify(body), ...more };
};

/** The only API codes that are retried. */
const REPEATED = new Set([
  'request_timeout',
  'idempotency_in_progress',
  'rate_limited',
  'too_many_uploads',
  'posting_unavailable',
  'service_unavailable',
  'outcome_unknown',
]);

it.each(Object.entries(CATALOGUE))('%s', (error_code, { status }) => {
  expect(isRetryable(answer(status, { error_code }))).toBe(REPEATED.has(error_code));
});

it.each([
  ['a network error', { status: undefined, cause: new Error('ECONNRESET') }, true],
  ['502 retryable', answer(502, { error_code: 'tokenization_failed', retryable: true }), true],
  ['502 not retryable', answer(502, { error_code: 'tokenization_failed', retryable: false }), false],
  ['502 of a proxy', { ...answer(502, undefined), body: undefined, text: '<html>' }, true],
  ['503 of a proxy', { ...answer(503, undefined), body: undefined, text: '<html>' }, true],
  ['500 of a proxy', { ...answer(500, undefined), body: undefined, text: '<html>' }, false],
  ['409 of a proxy', { ...answer(409, undefined), body: undefined, text: '' }, false],
  ['422 with problems', answer(422, [{ loc: ['body'], msg: '', type: 'missing' }]), false],
  ['a success', answer(201, undefined), false],
  ['a redirect', answer(307, undefined), false],
])('%s', (_, outcome, expected) => {
  expect(isRetryable(outcome)).toBe(expected);
});
