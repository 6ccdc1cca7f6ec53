import { eraseTexts, ofAccount } from '../../../../core/erasure/erase-texts-step.js';

export const erasePaymentTexts = eraseTexts({
  name: 'erasure.texts_of_collected_payment',
  model: 'CollectedPayment',
  alias: 'c',
  ofAccounts: ofAccount('c'),
});
