import { eraseTexts } from '../erasure/erase-texts-step.js';

export const eraseExceptionTexts = eraseTexts({
  name: 'erasure.texts_of_operator_exception',
  model: 'OperatorException',
  alias: 'x',
  ofAccounts: (accountIds) => `cardinality(${accountIds}::text[]) >= 0`,
});
