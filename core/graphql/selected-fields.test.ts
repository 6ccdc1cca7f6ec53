import { type FieldNode, type FragmentDefinitionNode, type OperationDefinitionNode, parse } from 'graphql';
import { expect, it } from 'vitest';
import { below, selectsAny, selectsOnly } from './selected-fields.js';

/** The selection of a document's only field. */
function infoOf(document: string) {
  const [operation, ...others] = parse(document).definitions;
  const fragments = (others as FragmentDefinitionNode[]).map((fragment) => [fragment.name.value, fragment] as const);
  const [field] = (operation as OperationDefinitionNode).selectionSet.selections as FieldNode[];
  return { fieldNodes: field === undefined ? [] : [field], fragments: Object.fromEntries(fragments) };
}

it.each([
  ['a field', '{ account { id payoff { asOf } } }', true],
  ['a field with an alias', '{ account { later: payoff { asOf } } }', true],
  ['a field of a nested fragment', '{ account { ...A } } fragment A on B { ...C } fragment C on B { payoff }', true],
  ['a field of an inline fragment', '{ account { ... on A { payoff } } }', true],
  ['a field further below', '{ account { organization { payoff } } }', false],
  ['an alias with the name', '{ account { payoff: id } }', false],
  ['none', '{ account }', false],
])('%s: %s', (_, document, expected) => {
  expect(selectsAny(infoOf(document), new Set(['payoff', 'contract']))).toBe(expected);
});

it.each([
  ['some of them', '{ list { items { id type } page { limit } } }', true],
  ['through fragments', '{ list { items { ...A ... on B { type } } } } fragment A on B { id }', true],
  ['in two selections', '{ list { items { id } items { receivedOn } } }', false],
  ['another one', '{ list { items { id receivedOn } } }', false],
  ['another one in a fragment', '{ list { items { ...A } } } fragment A on B { id receivedOn }', false],
  ['another one with their name as its alias', '{ list { items { id: receivedOn } } }', false],
  ['no row', '{ list { page { limit } } }', true],
])('only fields of rows, %s: %s', (_, document, expected) => {
  expect(selectsOnly(below(infoOf(document), 'items'), new Set(['id', 'type']))).toBe(expected);
});
