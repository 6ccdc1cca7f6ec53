import { buildSchema } from 'graphql';
import { expect, it } from 'vitest';
import { compileDocument } from './compile-document.js';

const schema = buildSchema(`
  type Query { rows(limit: Int): Rows, count: Int! }
  type Rows { items: [Row!]! }
  type Row { id: ID!, name: String }
  type Mutation { change: Int, remove: Int }
`);
const limits = {
  ...{ depth: 5, rootFields: 5, aliases: 5, directives: 5, cost: 50, tokens: 100, values: 10 },
  mostCharacters: 1_000,
};

/** A document, and the query of its plan's only fetch. */
function compiled(document: string, query = document, variables: readonly string[] = []) {
  return compileDocument(
    schema,
    { document, plan: { name: 'A', kind: 'direct', subgraph: 's', query, variables } },
    limits,
  );
}

it('a fetch with other members, or in another order, is left to the ordinary way', () => {
  const rows = (selected: string) => `query A { rows { items { ${selected} } } }`;
  expect(compiled(rows('id name'))).toBeDefined();
  expect(compiled(`query A { rows { ...F } } fragment F on Rows { items { id name } }`, rows('id name'))).toBeDefined();
  for (const fetched of ['name id', 'id', 'id name __typename']) {
    expect(compiled(rows('id name'), rows(fetched))).toBeUndefined();
  }
});

it('a mutation with several root fields is left to the ordinary way, which counts each as a request', () => {
  expect(compiled('mutation A { change }')).toBeDefined();
  expect(compiled('mutation A { change remove }')).toBeUndefined();
});

it('a root field that may be left out is left to the ordinary way', () => {
  expect(compiled('query A($no: Boolean!) { rows @include(if: $no) { items { id } } }')).toBeUndefined();
});

it('without data every root field is null, or everything if one may not be null', () => {
  expect(compiled('query A { first: rows { items { id } } rows { items { id } } }')?.noData).toEqual({
    first: null,
    rows: null,
  });
  expect(compiled('query A { rows { items { id } } count }')?.noData).toBeNull();
});

it('each page size is measured', () => {
  const document = compiled('query A($limit: Int) { rows(limit: $limit) { items { id } } }');
  expect([10, 1_000, 10, 1_000].map((limit) => document?.isRefused({ limit }))).toEqual([false, true, false, true]);
});
