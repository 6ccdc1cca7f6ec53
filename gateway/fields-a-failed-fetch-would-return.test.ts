import { expect, it } from 'vitest';
import { missingFields } from './fields-a-failed-fetch-would-return.js';

it('root fields, by the names under which they are answered', () => {
  expect(
    missingFields(
      '{ __typename payments { items { id } } mine: payment(id: "1") { id } ...F } fragment F on Query { exceptions { id } }',
    ),
  ).toEqual([['payments'], ['mine'], ['exceptions']]);
});

it('fields of known objects, of each by its type', () => {
  const query = `query ($representations: [_Any!]!) { _entities(representations: $representations) {
    ... on Account { payments { id } late: payments { id } }
    ... on Person { paymentMethods { id } __typename } } }`;
  const representations = [
    { __typename: 'Account', id: 'a' },
    { __typename: 'Person', id: 'p' },
    { __typename: 'Other' },
  ];
  expect(missingFields(query, { representations })).toEqual([
    ['_entities', 0, 'payments'],
    ['_entities', 0, 'late'],
    ['_entities', 1, 'paymentMethods'],
  ]);
});

it('only what is asked for: @skip and @include, and a field that is asked for twice once', () => {
  const query = `query ($no: Boolean!, $yes: Boolean!) {
    a @skip(if: $yes) b @include(if: $no) c @include(if: $yes) d { x } d { y } ... @include(if: $no) { e } }`;
  expect(missingFields(query, { no: false, yes: true })).toEqual([['c'], ['d']]);
});
