import { erasedAddress } from '../../../../core/erasure/erased-placeholders-and-digests.js';
import type { ErasureStep } from '../../../../core/erasure/erasure-step.js';
import { eraseRemoval, eraseSuppression } from './pseudonymize-suppressed-addresses.store.js';

export const eraseSuppressions: ErasureStep = {
  name: 'suppressions',
  take: async (tx, { principal, organizationId, terms: { recipient }, key }) => {
    if (recipient === null) return { counts: {}, after: null };
    const of = { organizationId, address: recipient };
    const kept = await tx.first(principal, eraseSuppression, { ...of, erasedAddress: erasedAddress(key, recipient) });
    const removals = await tx.first(principal, eraseRemoval, of);
    return { counts: { suppression: kept?.erased ?? 0, suppression_removal: removals?.erased ?? 0 }, after: null };
  },
};
