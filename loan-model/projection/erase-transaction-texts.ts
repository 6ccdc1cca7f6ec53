import { erasedTexts, ofAccount } from '../../core/erasure/erased-texts.js';

export const eraseTransactionTexts = erasedTexts({
  name: 'erasure.texts_of_transaction',
  table: 'transaction',
  alias: 't',
  written: ['reason'],
  ofAccounts: ofAccount('t'),
});
