import { fileURLToPath } from 'node:url';
import {
  GraphQLObjectType,
  getIntrospectionQuery,
  introspectionFromSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { LIST_SIZES, WEIGHTS } from '../../gateway/limits/list-sizes-and-field-weights.js';
import { type Measure, measure } from '../../gateway/limits/operation-size.js';
import apiSchema from '../../gateway/schema-without-federation.js';
import { LATEST_RUNS } from '../../subgraphs/payments/autopay/run/autopay-run.service.js';
import { MOST_PREVIEWED } from '../../subgraphs/payments/autopay/schedule/preview-runs.js';

const schema = apiSchema(fileURLToPath(new URL('../../gateway/supergraph.graphql', import.meta.url)));

function measured(text: string, variables: Readonly<Record<string, unknown>> = {}): Measure {
  const document = parse(text);
  expect(validate(schema, document)).toEqual([]);
  const [operation] = document.definitions.filter(
    (node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION,
  );
  if (operation === undefined) throw new Error('there is no operation');
  return measure(schema, document, operation, variables);
}

describe('the cost of an operation', () => {
  it.each([
    ['one object', '{ account(id: "x") { id } }', 1],
    ['a page has 100 rows by default', '{ accounts { items { id } } }', 101],
    ['or the number of its limit', '{ accounts(limit: 7) { items { id } } }', 8],
    [
      'limits multiply',
      '{ accounts(limit: 10) { items { transactions(limit: 20) { items { id } } } } }',
      1 + 10 * (1 + 1 + 20),
    ],
    ['fields of a page that are not lists are not multiplied', '{ accounts(limit: 10) { page { hasMore } } }', 2],
    [
      'fragments count at each spread',
      '{ a: accounts(limit: 10) { ...P } b: accounts(limit: 20) { ...P } } fragment P on AccountPage { items { id } }',
      32,
    ],
    ['a list that is not a page counts as a few', '{ account(id: "x") { borrowers { partyId } } }', 6],
    ['a list known to be longer counts with its length', '{ autopaySchedule(id: "x") { runs { id } } }', 51],
    [
      'a long text weighs more, in every row',
      '{ emailTemplates(limit: 10) { items { a: textTemplate b: textTemplate } } }',
      2_011,
    ],
    ['a call to a loan system weighs more', '{ account(id: "x") { payoff { amountCents } } }', 27],
  ])('%s', (_, text, cost) => {
    expect(measured(text).cost).toBe(cost);
  });

  it.each([
    [{ n: 3 }, 4],
    [{}, 13],
    [{ n: null }, 101],
    [{ n: -1 }, 101],
  ])('the limit may be in a variable: %j', (variables, cost) => {
    expect(measured('query ($n: Int = 12) { accounts(limit: $n) { items { id } } }', variables).cost).toBe(cost);
  });
});

it('counts root fields, levels, aliases and directives, in fragments too', () => {
  const text =
    `query @skip(if: false) { a: accounts { ...P @include(if: true) } ... on Query { person(id: "x") { b: id } } }
    fragment P on AccountPage { items { c: primaryBorrower { displayName } } }`.replace('@skip(if: false) ', '');
  expect(measured(text)).toMatchObject({ rootFields: 2, depth: 4, aliases: 3, directives: 1, fields: 6 });
});

it('fragments that double each other are expanded in no time, and counted', () => {
  const levels = Array.from({ length: 40 }, (_, n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`);
  const text = `{ ...F0 } ${levels.join(' ')} fragment F40 on Query { __typename }`;
  expect(measured(text).fields).toBe(2 ** 40);
});

describe('introspection', () => {
  it('in the form that tools use stays within the limits of the default configuration', () => {
    const { depth, aliases, cost } = measured(getIntrospectionQuery());
    expect(depth).toBeLessThanOrEqual(14);
    expect(aliases).toBe(0);
    expect(cost).toBeLessThan(25_000);
  });

  it('counts like any query: fields, levels, aliases, and the size of its lists', () => {
    const text =
      '{ __schema { types { fields { a: args { ...A } b: args { ...A } } } } } fragment A on __InputValue { c: name d: name }';
    expect(measured(text)).toMatchObject({ depth: 5, rootFields: 1, fields: 9, aliases: 6 });
    const perType = measured('{ __type(name: "Account") { fields { name } } }').cost;
    expect(measured('{ __schema { types { fields { name } } } }').cost).toBeGreaterThan(100 * perType);
  });
});

it('lists with a fixed length count with it', () => {
  expect(LIST_SIZES['AutopaySchedule.runs']).toBe(LATEST_RUNS);
  expect(LIST_SIZES['AutopayRunsPreview.runs']).toBe(MOST_PREVIEWED);
  const { types, directives } = introspectionFromSchema(schema).__schema;
  expect([types.length, directives.length]).toEqual([
    expect.toSatisfy((count: number) => count <= (LIST_SIZES['__Schema.types'] ?? 0)),
    expect.toSatisfy((count: number) => count <= (LIST_SIZES['__Schema.directives'] ?? 0)),
  ]);
});

it('every weight and every size names a field of the schema', () => {
  const unknown = Object.keys({ ...WEIGHTS, ...LIST_SIZES }).filter((name) => {
    const [type = '', field = ''] = name.split('.');
    const found = schema.getType(type);
    return !(found instanceof GraphQLObjectType) || found.getFields()[field] === undefined;
  });
  expect(unknown).toEqual([]);
});
