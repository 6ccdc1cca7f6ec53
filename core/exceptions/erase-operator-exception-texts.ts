import { eraseTexts } from '../erasure/erase-texts-step.js';

export const eraseExceptionTexts = eraseTexts({
  name: 'erasure.texts_of_operator_exception',
  table: 'operator_exception',
  alias: 'x',
  written: ['resolution', 'wait_reason'],
  ofAccounts: (accountIds) => `cardinality(${accountIds}::text[]) >= 0`,
});
