import { proveAcceptedEvents } from '../../test/support/accepted-events-proof.js';
import { CampaignEventsHarness } from '../../test/support/campaign-events-harness.js';
import { openOwnPostgres } from '../../test/support/own-postgres.js';
import { openTestInstance } from '../../test/support/test-instance.js';
import { SENDER_ENVIRONMENT } from '../../test/support/webhook-senders.js';
import { proof, say } from '../support/bench.js';

/**
 * So many kills of each of four processes that only handle webhooks, then of each of two whole products: every accepted
 * event is stored exactly once.
 */
export const bench = proof({ kills: 25, whole: 2 }, async ({ kills, whole }) => {
  const database = await openOwnPostgres();
  const instance = await openTestInstance({ worker: false, database, environment: SENDER_ENVIRONMENT });
  try {
    const harness = await CampaignEventsHarness.at(instance);
    const ofWebhooks = await proveAcceptedEvents({ harness, of: 'webhooks', sideBySide: 4, kills, say });
    const ofProducts = await proveAcceptedEvents({ harness, of: 'product', sideBySide: 2, kills: whole, say });
    return { kills: 4 * kills + 2 * whole, accepted: ofWebhooks + ofProducts };
  } finally {
    await instance.close();
  }
});
