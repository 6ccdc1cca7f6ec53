import { erasedTexts, ofAccount } from '../../../../core/erasure/erased-texts.js';

export const eraseBatchTexts = erasedTexts('payment_batch_row', 'r', ['memo', 'external_reference'], ofAccount('r'));
