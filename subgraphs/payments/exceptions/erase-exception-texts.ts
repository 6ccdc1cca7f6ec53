import { erasedTexts } from '../../../core/erasure/erased-texts.js';

export const eraseExceptionTexts = erasedTexts(
  'operator_exception',
  'x',
  ['resolution', 'wait_reason'],
  (accountIds) => `cardinality(${accountIds}::text[]) >= 0`,
);
