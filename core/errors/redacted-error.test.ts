import { expect, it } from 'vitest';
import { redactedError } from './redacted-error.js';

const failure = (message: string, code?: string) =>
  Object.assign(new Error(message), code === undefined ? {} : { code });

it.each([
  [
    'keeps names',
    failure('relation "campaign_event" violates check "no_more"', '23514'),
    '23514 relation "campaign_event" violates check "no_more"',
  ],
  [
    'hides a quoted value',
    failure('invalid input syntax for type timestamp: "Ada at 5"', '22007'),
    '22007 invalid input syntax for type timestamp: "…"',
  ],
  ['hides text in single quotes', failure("value 'Ada B' is odd"), "value '…' is odd"],
  ['hides an address', failure('cannot store ada@example.com now'), 'cannot store … now'],
  ['shows a thrown value that is not an Error', 'broken', 'broken'],
])('%s', (_, error, expected) => {
  expect(redactedError(error)).toBe(expected);
});

it('is short', () => {
  expect(redactedError(failure('x'.repeat(10_000)))).toHaveLength(500);
});
