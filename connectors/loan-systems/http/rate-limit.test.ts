import { expect, it } from 'vitest';
import { retryAfter } from './rate-limit.js';

it.each([
  [200, '7', {}],
  [503, '7', {}],
  [429, '7', { retryAfterMs: 7_000 }],
  [429, '0', { retryAfterMs: 0 }],
  [429, '', { retryAfterMs: 1_000 }],
  [429, 'Fri, 27 Nov 2026 12:00:00 GMT', { retryAfterMs: 1_000 }],
])('an answer %i with Retry-After %j', (status, header, expected) => {
  expect(retryAfter({ kind: 'answered', status, headers: { 'retry-after': header }, body: undefined })).toEqual(
    expected,
  );
});
