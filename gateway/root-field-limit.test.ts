import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { MOST_ROOT_FIELDS, rootFieldLimit } from './root-field-limit.js';

const schema = buildSchema('type Query { ping: Int deep: Deep } type Deep { ping: Int } type Mutation { pay: Int }');
const aliases = (count: number, field: string) => Array.from({ length: count }, (_, n) => `a${n}: ${field}`).join(' ');
const problems = (document: string) => validate(schema, parse(document), [rootFieldLimit]).length;

describe('rootFieldLimit', () => {
  it.each([
    ['as many as may be', `{ ${aliases(MOST_ROOT_FIELDS, 'ping')} }`, 0],
    ['one too many', `{ ${aliases(MOST_ROOT_FIELDS + 1, 'ping')} }`, 1],
    ['one too many mutations', `mutation { ${aliases(MOST_ROOT_FIELDS + 1, 'pay')} }`, 1],
    ['hidden in a fragment', `{ ...F } fragment F on Query { ${aliases(MOST_ROOT_FIELDS + 1, 'ping')} }`, 1],
    ['below the root: another limit’s business', `{ deep { ${aliases(MOST_ROOT_FIELDS + 1, 'ping')} } }`, 0],
  ])('%s', (_, document, expected) => {
    expect(problems(document)).toBe(expected);
  });
});
