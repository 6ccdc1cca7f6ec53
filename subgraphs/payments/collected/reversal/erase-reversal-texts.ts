import { erasedTexts } from '../../../../core/erasure/erased-texts.js';

export const eraseReversalTexts = erasedTexts(
  'payment_reversal',
  'v',
  ['reason'],
  (accountIds, organizationId) => `exists (
        select from collected_payment c where c.organization_id = ${organizationId} and c.id = v.payment_id
           and c.account_id = any(${accountIds}::text[]))`,
);
