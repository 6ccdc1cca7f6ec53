import { ERASED_NAME } from '../../../../core/erasure/erased-placeholders-and-digests.js';
import type { ErasureStep } from '../../../../core/erasure/erasure-step.js';

/**
 * The shown data of stored instruments that name their holder. The instruments stay chargeable: a schedule may use
 * them.
 */
export const eraseMethods: ErasureStep = {
  name: 'payment_methods',
  take: async (tx, { principal, organizationId, terms: { personId } }) => {
    if (personId === null) return { counts: {}, after: null };
    const { count } = await tx.models(principal).paymentMethod.updateMany({
      where: { organizationId, partyId: personId },
      data: { holderName: ERASED_NAME, nickname: null },
    });
    return { counts: { payment_method: count }, after: null };
  },
};
