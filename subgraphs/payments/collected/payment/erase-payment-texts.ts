import { erasedTexts, ofAccount } from '../../../../core/erasure/erased-texts.js';

export const erasePaymentTexts = erasedTexts('collected_payment', 'c', ['memo', 'external_reference'], ofAccount('c'));
