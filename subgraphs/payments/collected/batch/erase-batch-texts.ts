import { eraseTexts, ofAccount } from '../../../../core/erasure/erase-texts-step.js';

export const eraseBatchTexts = eraseTexts({
  name: 'erasure.texts_of_payment_batch_row',
  table: 'payment_batch_row',
  alias: 'r',
  written: ['memo', 'external_reference'],
  ofAccounts: ofAccount('r'),
});
