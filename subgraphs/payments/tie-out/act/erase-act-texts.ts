import { eraseTexts, ofAccount } from '../../../../core/erasure/erase-texts-step.js';

export const eraseActTexts = eraseTexts({
  name: 'erasure.texts_of_tie_out_act',
  model: 'TieOutAct',
  alias: 'act',
  ofAccounts: ofAccount('act'),
});
