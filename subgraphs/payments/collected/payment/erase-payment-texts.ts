import { erasedTexts, ofAccount } from '../../../../core/erasure/erased-texts.js';

export const erasePaymentTexts = erasedTexts({
  name: 'erasure.texts_of_collected_payment',
  table: 'collected_payment',
  alias: 'c',
  written: ['memo', 'external_reference'],
  ofAccounts: ofAccount('c'),
});
