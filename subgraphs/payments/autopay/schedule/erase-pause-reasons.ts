import { eraseTexts, ofAccount } from '../../../../core/erasure/erase-texts-step.js';

export const erasePauseReasons = eraseTexts({
  name: 'erasure.texts_of_autopay_schedule',
  model: 'AutopaySchedule',
  alias: 's',
  ofAccounts: ofAccount('s'),
});
