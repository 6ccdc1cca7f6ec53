import { erasedTexts, ofAccount } from '../../../../core/erasure/erased-texts.js';

export const eraseTransactionTexts = erasedTexts('transaction', 't', ['reason'], ofAccount('t'));
