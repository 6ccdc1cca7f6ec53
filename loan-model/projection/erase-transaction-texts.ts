import { eraseTexts, ofAccount } from '../../core/erasure/erase-texts-step.js';

export const eraseTransactionTexts = eraseTexts({
  name: 'erasure.texts_of_transaction',
  model: 'Transaction',
  alias: 't',
  ofAccounts: ofAccount('t'),
});
