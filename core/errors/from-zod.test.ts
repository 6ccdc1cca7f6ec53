import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { recordPaymentBody, reversePaymentBody } from '../contract/collected-payment.js';
import { text } from '../contract/text.js';
import { issuesFromZod } from './from-zod.js';
import type { ValidationIssue } from './validation.js';

function issuesOf(schema: z.ZodType, input: unknown): readonly ValidationIssue[] {
  const { error } = schema.safeParse(input);
  return error === undefined ? [] : issuesFromZod({ error, input, at: ['body'] });
}

const CASH = { amount_cents: 100, payment_method: 'cash' };
const METHODS = "'cash', 'check', 'card', 'money_order' or 'cashiers_check'";
const LARGEST = 9_007_199_254_740_991;

const extra = (name: string, input: unknown) => ({
  loc: ['body', name],
  msg: 'Extra inputs are not permitted',
  type: 'extra_forbidden',
  input,
});
const missing = (name: string, input: unknown) => ({
  loc: ['body', name],
  msg: 'Field required',
  type: 'missing',
  input,
});
const unfit = (name: string, input: unknown, error: string) => ({
  loc: ['body', name],
  msg: `Value error, ${error}`,
  type: 'value_error',
  input,
  ctx: { error },
});

const TABLE: readonly (readonly [string, string, readonly object[]])[] = [
  ['nothing wrong', '{"amount_cents":1,"payment_method":"cash"}', []],
  ['null is left out', '{"amount_cents":1,"payment_method":"cash","check_number":null,"memo":null}', []],
  ['a serial number of 11 digits', '{"amount_cents":1,"payment_method":"money_order","check_number":28123456789}', []],
  ['an empty object', '{}', [missing('amount_cents', {}), missing('payment_method', {})]],
  [
    'a list',
    '[]',
    [
      {
        loc: ['body'],
        msg: 'Input should be a valid dictionary or object to extract fields from',
        type: 'model_attributes_type',
        input: [],
      },
    ],
  ],
  [
    'amount: text, method: unknown',
    '{"amount_cents":"1","payment_method":"wire"}',
    [
      { loc: ['body', 'amount_cents'], msg: 'Input should be a valid integer', type: 'int_type', input: '1' },
      {
        loc: ['body', 'payment_method'],
        msg: `Input should be ${METHODS}`,
        type: 'literal_error',
        input: 'wire',
        ctx: { expected: METHODS },
      },
    ],
  ],
  [
    'amount: a fraction',
    '{"amount_cents":1.5,"payment_method":"cash"}',
    [
      {
        loc: ['body', 'amount_cents'],
        msg: 'Input should be a valid integer, got a number with a fractional part',
        type: 'int_from_float',
        input: 1.5,
      },
    ],
  ],
  [
    'amount: zero',
    '{"amount_cents":0,"payment_method":"cash"}',
    [
      {
        loc: ['body', 'amount_cents'],
        msg: 'Input should be greater than 0',
        type: 'greater_than',
        input: 0,
        ctx: { gt: 0 },
      },
    ],
  ],
  [
    'amount: null',
    '{"amount_cents":null,"payment_method":"cash"}',
    [{ loc: ['body', 'amount_cents'], msg: 'Input should be a valid integer', type: 'int_type', input: null }],
  ],
  [
    'amount: above 2^53 - 1',
    '{"amount_cents":9007199254740993,"payment_method":"cash"}',
    [
      {
        loc: ['body', 'amount_cents'],
        msg: `Input should be less than or equal to ${LARGEST}`,
        type: 'less_than_equal',
        input: LARGEST + 1,
        ctx: { le: LARGEST },
      },
    ],
  ],
  [
    'amount: beyond every number',
    '{"amount_cents":1e999,"payment_method":"cash"}',
    [
      {
        loc: ['body', 'amount_cents'],
        msg: 'Input should be a finite number',
        type: 'finite_number',
        input: Number.POSITIVE_INFINITY,
      },
    ],
  ],
  [
    'unknown members, inherited names among them',
    '{"amount_cents":1,"payment_method":"cash","__proto__":{"a":1},"constructor":2,"effective_date":"2026-01-01"}',
    [extra('__proto__', { a: 1 }), extra('constructor', 2), extra('effective_date', '2026-01-01')],
  ],
  [
    'check without its number',
    '{"amount_cents":1,"payment_method":"check"}',
    [unfit('check_number', null, 'check_number is required when payment_method is check')],
  ],
  [
    'card without its brand, with a check number, and a wrong amount: all at once',
    '{"amount_cents":-1,"payment_method":"card","check_number":7}',
    [
      {
        loc: ['body', 'amount_cents'],
        msg: 'Input should be greater than 0',
        type: 'greater_than',
        input: -1,
        ctx: { gt: 0 },
      },
      unfit('check_number', 7, 'check_number is not allowed when payment_method is card'),
      unfit('card_brand', null, 'card_brand is required when payment_method is card'),
    ],
  ],
  [
    'a wrong type and an unknown member do not hide that the check number is missing',
    '{"amount_cents":"1","payment_method":"check","extra":1}',
    [
      { loc: ['body', 'amount_cents'], msg: 'Input should be a valid integer', type: 'int_type', input: '1' },
      extra('extra', 1),
      unfit('check_number', null, 'check_number is required when payment_method is check'),
    ],
  ],
  [
    'half of a surrogate pair, a NUL',
    '{"amount_cents":1,"payment_method":"cash","memo":"a\\u0000b","external_reference":"\\ud800"}',
    [
      {
        loc: ['body', 'external_reference'],
        msg: 'Input should be a valid string, unable to parse raw data as a unicode string',
        type: 'string_unicode',
        input: '\ud800',
      },
      unfit('memo', 'a\u0000b', 'text may not contain NUL characters'),
    ],
  ],
];

describe('record-payment bodies › 422 items', () => {
  it.each(TABLE)('%s', (_, body, expected) => {
    expect(issuesOf(recordPaymentBody, JSON.parse(body))).toEqual(expected);
  });

  it('lengths count code points, not UTF-16 units', () => {
    expect(issuesOf(recordPaymentBody, { ...CASH, external_reference: '😀'.repeat(64) })).toEqual([]);
    expect(issuesOf(recordPaymentBody, { ...CASH, external_reference: '😀'.repeat(65) })).toEqual([
      {
        loc: ['body', 'external_reference'],
        msg: 'String should have at most 64 characters',
        type: 'string_too_long',
        input: '😀'.repeat(65),
        ctx: { max_length: 64 },
      },
    ]);
  });
});

describe('other rules › 422 items', () => {
  it('a boolean is not text, and text is not a number', () => {
    expect(issuesOf(reversePaymentBody, { reason: 5, is_nsf: 'yes' })).toEqual([
      { loc: ['body', 'reason'], msg: 'Input should be a valid string', type: 'string_type', input: 5 },
      { loc: ['body', 'is_nsf'], msg: 'Input should be a valid boolean', type: 'bool_type', input: 'yes' },
    ]);
  });

  it('one character is singular', () => {
    expect(issuesOf(text({ minimum: 1, maximum: 2 }), '')).toMatchObject([
      { loc: ['body'], msg: 'String should have at least 1 character', ctx: { min_length: 1 } },
    ]);
  });

  it('a pattern shows as Pydantic shows it', () => {
    expect(issuesOf(z.string().regex(/^a\/b$/), 'x')).toMatchObject([
      { type: 'string_pattern_mismatch', msg: "String should match pattern '^a\\/b$'" },
    ]);
  });

  it('path segments are strings, list positions included', () => {
    expect(issuesOf(z.object({ rows: z.array(z.object({ id: z.string() })) }), { rows: [{ id: 'a' }, {}] })).toEqual([
      { loc: ['body', 'rows', '1', 'id'], msg: 'Field required', type: 'missing', input: {} },
    ]);
  });

  it('stops at a hundred problems', () => {
    const body = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, 1]));
    expect(issuesOf(z.strictObject({}), body)).toHaveLength(100);
  });
});
