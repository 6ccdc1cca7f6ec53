import { expect, it } from 'vitest';
import { parseExactJson } from '../http/parse-exact-json.js';
import { auditList, loanOf, madeAt, personOf } from './audit-entries.js';

const entry = (fields: object) => {
  const [read] = auditList.parse(parseExactJson(JSON.stringify([{ id: 7, entityName: 'LOAN', ...fields }])));
  if (read === undefined) throw new Error('an entry');
  return read;
};

it.each([
  ['milliseconds', 1795818593003, 1795818593003],
  ['seconds, with fractions', 1795818593.003, 1795818593003],
  ['a text', '2026-11-27T22:29:53.003Z', 1795818593003],
  ['another text', 'yesterday', undefined],
  ['nothing', null, undefined],
])('an entry’s time: %s', (_, madeOnDate, expected) => {
  expect(madeAt(entry({ madeOnDate }))).toBe(expected);
});

it.each([
  ['its own field', { loanId: 3, url: '/loans/4' }, '3'],
  ['its address, on servers without that field', { url: '/loans/4/transactions/template?command=repayment' }, '4'],
  ['its resource, when it creates the loan', { url: '/loans', resourceId: 5 }, '5'],
  ['none', { entityName: 'COLLECTIONSHEET', url: '/collectionsheet?command=saveCollectionSheet' }, undefined],
])('the loan of an entry: %s', (_, fields, expected) => {
  expect(loanOf(entry(fields))).toBe(expected);
});

it.each([
  ['a client', { entityName: 'CLIENT', clientId: 3, url: '/clients/3' }, '3'],
  ['an address, by its own address', { entityName: 'ADDRESS', resourceId: 9, url: '/clients/4/addresses' }, '4'],
  ['a group', { entityName: 'GROUP', resourceId: 5, url: '/groups/5' }, 'group:5'],
  ['a loan: no person', { clientId: 3, loanId: 1, url: '/loans/1' }, undefined],
  ['an identifier: no contact data', { entityName: 'CLIENTIDENTIFIER', clientId: 3, url: '/clients/3/x' }, undefined],
])('the person of an entry: %s', (_, fields, expected) => {
  expect(personOf(entry(fields))).toBe(expected);
});
