import { expect, it } from 'vitest';
import { productStatements } from '../support/product-statements.js';

const inserting = (table: string): readonly string[] =>
  productStatements()
    .filter(({ forAll }) => new RegExp(`insert into ${table}\\b`).test(forAll.text))
    .map(({ name }) => name)
    // The demo's data are inserted as a whole.
    .filter((name) => !name.startsWith('demo.'))
    .toSorted();

it('only the module that checks a payment inserts it', () => {
  expect(inserting('collected_payment')).toEqual([
    'collected_payment.insert_pending',
    'collected_payment.insert_posted',
    'collected_payment.record_posted',
    'collected_payment.record_unlocked',
  ]);
});

it('exceptions are inserted in one form, also within other statements', () => {
  expect(inserting('operator_exception')).toEqual([
    'loan_system.raise_problem',
    'operator_exception.identifier_unapproved',
    'operator_exception.insert',
    'operator_exception.insert_again',
    'sync.raise_contact_data_unread',
    'tie_out.insert_exceptions',
  ]);
  const form = /insert into operator_exception as x \(id, organization_id, kind, subject_id, detail\)/;
  const others = productStatements().filter(
    ({ name, forAll: { text } }) =>
      text.includes('insert into operator_exception') && !form.test(text) && !name.startsWith('demo.'),
  );
  expect(others.map(({ name }) => name)).toEqual([]);
});
