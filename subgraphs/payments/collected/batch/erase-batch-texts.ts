import { eraseTexts, ofAccount } from '../../../../core/erasure/erase-texts-step.js';

export const eraseBatchTexts = eraseTexts({
  name: 'erasure.texts_of_payment_batch_row',
  model: 'PaymentBatchRow',
  alias: 'r',
  ofAccounts: ofAccount('r'),
});
