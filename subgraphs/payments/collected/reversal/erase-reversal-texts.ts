import { eraseTexts } from '../../../../core/erasure/erase-texts-step.js';

export const eraseReversalTexts = eraseTexts({
  name: 'erasure.texts_of_payment_reversal',
  model: 'PaymentReversal',
  alias: 'v',
  ofAccounts: (accountIds, organizationId) => `exists (
        select from collected_payment c where c.organization_id = ${organizationId} and c.id = v.payment_id
           and c.account_id = any(${accountIds}::text[]))`,
});
