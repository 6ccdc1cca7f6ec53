import { erasedTexts, ofAccount } from '../../../../core/erasure/erased-texts.js';

export const eraseBatchTexts = erasedTexts({
  name: 'erasure.texts_of_payment_batch_row',
  table: 'payment_batch_row',
  alias: 'r',
  written: ['memo', 'external_reference'],
  ofAccounts: ofAccount('r'),
});
