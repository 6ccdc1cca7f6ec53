import { erasedAddress } from '../../../../core/erasure/erased-placeholders-and-digests.js';
import type { ErasureStep } from '../../../../core/erasure/erasure-step.js';
import { ERASURE_PRINCIPAL } from './erasable-rows-filter.js';
import { eraseNextEvents, eraseWaitingEvents } from './erase-campaign-and-waiting-events.store.js';

const EVENTS_AT_A_TIME = 20_000;

export const eraseEvents: ErasureStep = {
  name: 'events',
  take: async (tx, { principal, organizationId, terms: { recipient } }, after) => {
    if (recipient === null) return { counts: {}, after: null };
    const of = { organizationId, address: recipient, after, limit: EVENTS_AT_A_TIME };
    const found = await tx.first(principal, eraseNextEvents, of);
    const isMore = found !== undefined && found.walked === EVENTS_AT_A_TIME;
    return { counts: { campaign_event: found?.erased ?? 0 }, after: isMore ? found.last : null };
  },
};

export const eraseWaiting: ErasureStep = {
  name: 'waiting',
  take: async (tx, { organizationId, terms: { recipient }, key }) => {
    if (recipient === null) return { counts: {}, after: null };
    const of = { organizationId, address: recipient, erasedAddress: erasedAddress(key, recipient) };
    const found = await tx.first(ERASURE_PRINCIPAL, eraseWaitingEvents, of);
    return { counts: { waiting_event: found?.erased ?? 0 }, after: null };
  },
};
