import { erasedTexts, ofAccount } from '../../../../core/erasure/erased-texts.js';

export const eraseActTexts = erasedTexts('tie_out_act', 'act', ['reason'], ofAccount('act'));
