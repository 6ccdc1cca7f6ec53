import fc from 'fast-check';
import { CONTRACT } from '../contract/operations.js';

/** A value that a schema allows, of moderate size; `$ref`s are followed. Untyped: a schema may be anything. */
export function allowedBy(schema: any): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return allowedBy(resolved(schema));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(allowedBy));
  const types: readonly string[] = [schema.type].flat();
  return fc.oneof(...types.map((type) => ofType(type, schema)));
}

function ofType(type: string, schema: any): fc.Arbitrary<unknown> {
  switch (type) {
    case 'integer': {
      const min = schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1;
      return fc.integer({ min, max: Math.max(min, Math.min(schema.maximum ?? 50, 50)) });
    }
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(allowedBy(schema.items ?? {}), { maxLength: 3 });
    case 'object':
      return objects(schema);
    default:
      return strings(schema);
  }
}

function objects({ properties = {}, required = [] }: any): fc.Arbitrary<unknown> {
  const members = Object.entries<any>(properties).map(([name, schema]) => [name, allowedBy(schema)] as const);
  return fc.record(Object.fromEntries(members), { requiredKeys: required });
}

const DAY = fc.date({ min: new Date('2024-01-01'), max: new Date('2029-12-31'), noInvalidDate: true });

function strings({ format, pattern, minLength = 0, maxLength = 40 }: any): fc.Arbitrary<string> {
  if (format === 'date') return DAY.map((day) => day.toISOString().slice(0, 10));
  if (format === 'date-time') return DAY.map((day) => day.toISOString());
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern), { maxLength: 40 });
  const plain = fc.string({ unit: 'grapheme-ascii', minLength, maxLength: Math.min(maxLength, 40) });
  const worldly = fc
    .constantFrom('Zoë Müller', '山田太郎', 'ناتالي', '👩‍👩‍👧', 'O’Brien', '<b>&amp;</b>')
    .filter((text) => text.length >= minLength);
  // Blank text is refused by some fields, which no schema can express well.
  return fc
    .oneof({ weight: 4, arbitrary: plain }, worldly)
    .map((text) => (minLength > 0 ? `n${text}`.slice(0, maxLength) : text));
}

/** A schema, or the one that it refers to. */
export function resolved(schema: any): any {
  return schema.$ref === undefined ? schema : named(schema.$ref);
}

function named(reference: string): any {
  return reference
    .slice(2)
    .split('/')
    .reduce((node: any, part) => node[part], CONTRACT);
}

/** Values of an attacker, or of a broken program. */
export const HOSTILE_TEXT = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'null',
    'undefined',
    'NaN',
    '-1',
    '0',
    '1e400',
    '9007199254740993',
    '٣',
    '0x10',
    '1.5',
    '+1',
  ),
  fc.constantFrom(
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\u202Egnp',
    '\r\nSet-Cookie: a=b',
    '{{ 1 | times: 9 }}',
    '{% for',
    '#{7*7}',
  ),
  fc.constantFrom(
    "' or '1'='1",
    '"; drop table account; --',
    '%00',
    '%',
    '%e0%a4',
    '../../etc/passwd',
    '__proto__',
    '$where',
  ),
  fc.constantFrom('2026-02-30', '0000-00-00', '2026-13-01', '9999-12-31', '-271821-04-20', '2026-11-20T25:00:00Z'),
  fc.constantFrom('x'.repeat(300), 'x'.repeat(5_000), '01KAJ4Z6T3N8QW2V5X7Y9B1CDE', '7ZZZZZZZZZZZZZZZZZZZZZZZZZ'),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

export const HOSTILE_VALUE = fc.oneof(
  HOSTILE_TEXT,
  fc.constantFrom(0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, true, null, [], {}, [[]], [null], { __proto__: 1 }),
  fc.jsonValue({ maxDepth: 4 }),
);
