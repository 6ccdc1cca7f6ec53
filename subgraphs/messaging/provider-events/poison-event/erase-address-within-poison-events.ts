import { z } from 'zod';
import { type ErasureContext, type ErasureStep, nextPosition } from '../../../../core/erasure/erasure-step.js';
import { ERASURE_PRINCIPAL } from '../campaign-event/erasable-rows-filter.js';
import { rewrittenBody, rewrittenEvent } from '../campaign-event/replace-erased-address-in-event.js';
import { nextPoison, rewritePoison } from './erase-address-within-poison-events.store.js';

const POISON_AT_A_TIME = 500;

export const erasePoison: ErasureStep = {
  name: 'poison',
  take: async (tx, context, after) => {
    if (context.terms.recipient === null) return { counts: {}, after: null };
    const found = await tx.many(ERASURE_PRINCIPAL, nextPoison, { after, limit: POISON_AT_A_TIME });
    let erased = 0;
    for (const { id, event } of found) {
      const written = rewrittenPoison(event, context);
      if (written === undefined) continue;
      erased += 1;
      await tx.many(ERASURE_PRINCIPAL, rewritePoison, { id, event: written });
    }
    return { counts: { poison_event: erased }, after: nextPosition(found, POISON_AT_A_TIME) };
  },
};

const setAside = z.looseObject({ organizationIds: z.array(z.string()).default([]), unread: z.string().nullish() });

function rewrittenPoison(text: string, context: ErasureContext): string | undefined {
  const parsed = setAside.safeParse(JSON.parse(text));
  if (!parsed.success) return undefined;
  const { organizationIds, unread } = parsed.data;
  if (organizationIds.length > 0 && !organizationIds.includes(context.organizationId)) return undefined;
  if (typeof unread === 'string') {
    const written = rewrittenBody(Buffer.from(unread, 'base64'), context);
    return written && JSON.stringify({ ...parsed.data, unread: written.toString('base64') });
  }
  const written = rewrittenEvent(parsed.data, context);
  return written === undefined ? undefined : JSON.stringify(written);
}
