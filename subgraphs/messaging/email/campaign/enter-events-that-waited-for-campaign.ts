import { newId } from '../../../../core/ids/ids.js';
import { eachOrganization } from '../../../../core/jobs/each-organization.js';
import type { JobPayloads } from '../../../../core/jobs/job-types-and-enqueue.js';
import { limitToOrganization, systemPrincipal } from '../../../../core/principal/principal.js';
import { enter } from '../../provider-events/campaign-event/enter-events.js';
import {
  campaignsWaitedFor,
  organizationsWaitedFor,
  takeWaiting,
  type WaitingEventRow,
  waitingForCampaign,
} from '../../provider-events/campaign-event/enter-events.store.js';
import { enterInHalves } from '../../provider-events/campaign-event/enter-together-halving-on-failure.js';
import { insertPoison } from '../../provider-events/poison-event/poison-event.store.js';
import type { EnteringParts } from '../../provider-events/webhook-call/enter-events-of-calls.js';

const MATCHING = systemPrincipal('match-waiting-events');
const EVENTS_AT_A_TIME = 500;
const CAMPAIGNS_AT_A_TIME = 1_000;

/**
 * Takes over from killed workers: their jobs stay locked for minutes, and the events of a registered campaign would
 * wait as long.
 */
export async function matchOverdue(parts: EnteringParts): Promise<void> {
  const { db, logger } = parts;
  await eachOrganization(
    { db, logger },
    {
      principal: MATCHING,
      due: organizationsWaitedFor,
      parameters: {},
      work: async function* (principal, organizationId) {
        const waitedFor = await db.many(principal, campaignsWaitedFor, { limit: CAMPAIGNS_AT_A_TIME });
        for (const { campaignId } of waitedFor) {
          await matchWaitingEvents(parts, { organizationId, campaignId });
          yield;
        }
      },
    },
  );
}

/** Enters the events that waited for a campaign, a batch per transaction; each leaves the queue as it is entered. */
export async function matchWaitingEvents(
  { db, logger, secrets }: EnteringParts,
  { organizationId, campaignId }: JobPayloads['match_waiting_events'],
): Promise<void> {
  const principal = limitToOrganization(MATCHING, organizationId);
  for (;;) {
    const items = await db.many(principal, waitingForCampaign, { campaignId, limit: EVENTS_AT_A_TIME });
    if (items.length === 0) return;
    await enterInHalves(db, logger, {
      items,
      enter: async (tx, some: readonly WaitingEventRow[]) => {
        // Another worker may have matched some of them in the meantime; the worker that takes an event out enters it.
        const events = await tx.many(MATCHING, takeWaiting, { ids: some.map(({ id }) => id) });
        const [first] = events;
        if (first !== undefined) await enter(tx, secrets, { provider: first.provider, source: null, events });
      },
      setAside: ({ id, provider, isSigned, organizationIds, event }, failure) =>
        db.transaction(async (tx) => {
          if ((await tx.first(MATCHING, takeWaiting, { ids: [id] })) === undefined) return;
          const kept = JSON.stringify({ source: null, isSigned, organizationIds, event });
          const poison = { id: newId(), batchId: null, position: null, provider, event: kept, ...failure };
          await tx.many(MATCHING, insertPoison, poison);
        }),
    });
  }
}
