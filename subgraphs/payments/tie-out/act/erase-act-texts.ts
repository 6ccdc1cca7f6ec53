import { erasedTexts, ofAccount } from '../../../../core/erasure/erased-texts.js';

export const eraseActTexts = erasedTexts({
  name: 'erasure.texts_of_tie_out_act',
  table: 'tie_out_act',
  alias: 'act',
  written: ['reason'],
  ofAccounts: ofAccount('act'),
});
