import { erasedTexts } from '../erasure/erased-texts.js';

export const eraseExceptionTexts = erasedTexts({
  name: 'erasure.texts_of_operator_exception',
  table: 'operator_exception',
  alias: 'x',
  written: ['resolution', 'wait_reason'],
  ofAccounts: (accountIds) => `cardinality(${accountIds}::text[]) >= 0`,
});
