import { type ErasureStep, nextPosition } from '../../../../core/erasure/erasure-step.js';
import { ERASURE_PRINCIPAL } from '../campaign-event/erasable-rows-filter.js';
import { rewrittenBody } from '../campaign-event/replace-erased-address-in-event.js';
import { nextBatches, rewriteBatch } from './erase-address-within-stored-calls.store.js';

const BATCHES_AT_A_TIME = 200;

/** Also erases from calls that no worker has read yet: their events then carry the pseudonym, and still suppress it. */
export const eraseBatches: ErasureStep = {
  name: 'batches',
  take: async (tx, context, after) => {
    const { organizationId, terms } = context;
    if (terms.recipient === null) return { counts: {}, after: null };
    const escaped = asEscaped(terms.recipient);
    const found = await tx.many(ERASURE_PRINCIPAL, nextBatches, {
      organizationId,
      escaped,
      after,
      limit: BATCHES_AT_A_TIME,
    });
    let erased = 0;
    for (const { id, body } of found) {
      const written = body === null ? undefined : rewrittenBody(body, context);
      if (written === undefined) continue;
      erased += 1;
      await tx.many(ERASURE_PRINCIPAL, rewriteBatch, { id, body: written });
    }
    return { counts: { webhook_batch: erased }, after: nextPosition(found, BATCHES_AT_A_TIME) };
  },
};

/** Postgres's text form of bytes (`encode(…, 'escape')`), in lower case: it can represent every byte, including NUL. */
function asEscaped(text: string): string {
  const written = [...Buffer.from(text.toLowerCase())].map((byte) => {
    if (byte === 0x5c) return '\\\\';
    return byte === 0 || byte > 0x7f ? `\\${byte.toString(8).padStart(3, '0')}` : String.fromCharCode(byte);
  });
  return written.join('');
}
