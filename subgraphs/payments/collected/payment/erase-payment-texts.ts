import { eraseTexts, ofAccount } from '../../../../core/erasure/erase-texts-step.js';

export const erasePaymentTexts = eraseTexts({
  name: 'erasure.texts_of_collected_payment',
  table: 'collected_payment',
  alias: 'c',
  written: ['memo', 'external_reference'],
  ofAccounts: ofAccount('c'),
});
