import { proveAcceptedEvents } from '../test/support/accepted-events-proof.js';
import { CampaignEventsHarness } from '../test/support/campaign-events-harness.js';
import { openOwnPostgres } from '../test/support/own-postgres.js';
import { openTestInstance } from '../test/support/test-instance.js';
import { SENDER_ENVIRONMENT } from '../test/support/webhook-senders.js';
import { numbers } from './numbers.js';

const { kills: KILLS, whole: WHOLE } = numbers(
  'proof:campaign-events',
  'Email providers’ webhooks, with the process killed right after it accepted them: this many kills of each of four processes that only handle webhooks, then of each of two whole products.',
  { kills: 25, whole: 2 },
);

/** `npm run proof:campaign-events -- [kills] [whole]`: ends with 1 unless every accepted event is stored exactly once. */
const database = await openOwnPostgres();
const instance = await openTestInstance({ worker: false, database, environment: SENDER_ENVIRONMENT });
try {
  const say = (line: string) => process.stderr.write(`${line}\n`);
  const began = performance.now();
  const harness = await CampaignEventsHarness.at(instance);
  const ofWebhooks = await proveAcceptedEvents({ harness, of: 'webhooks', sideBySide: 4, kills: KILLS, say });
  const ofProducts = await proveAcceptedEvents({ harness, of: 'product', sideBySide: 2, kills: WHOLE, say });
  const seconds = Math.round((performance.now() - began) / 1_000);
  const accepted = ofWebhooks + ofProducts;
  process.stdout.write(`${JSON.stringify({ kills: 4 * KILLS + 2 * WHOLE, accepted, seconds, isProven: true })}\n`);
} finally {
  await instance.close();
}
