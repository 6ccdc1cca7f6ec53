import { eraseTexts, ofAccount } from '../../../../core/erasure/erase-texts-step.js';

export const eraseActTexts = eraseTexts({
  name: 'erasure.texts_of_tie_out_act',
  table: 'tie_out_act',
  alias: 'act',
  written: ['reason'],
  ofAccounts: ofAccount('act'),
});
