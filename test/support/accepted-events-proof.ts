import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { send } from './api.js';
import { type CampaignEventsHarness, sentEvent } from './campaign-events-harness.js';
import { Product } from './process.js';
import { until } from './until.js';
import { GENERIC_SENDER, SENDER_ENVIRONMENT } from './webhook-senders.js';

export interface AcceptedEventsOptions {
  /** The setup's host without a worker. */
  readonly harness: CampaignEventsHarness;
  /** What is killed: only the process that accepts and processes webhooks, or the whole product. */
  readonly of: 'webhooks' | 'product';
  /** The number of concurrent runs, so that some processes start while others are killed. */
  readonly sideBySide: number;
  /** The number of kills of each. */
  readonly kills: number;
  readonly say?: (line: string) => void;
}

/**
 * The number of calls to each process, one after the other. The process is killed at the answer to the last one, while its
 * worker processes them.
 */
const CALLS = 3;

/**
 * Sends campaign events to processes that are killed right after they answered 202, and starts them again.
 *
 * @throws unless every accepted event is stored exactly once, and nothing else.
 * @returns the number of accepted events.
 */
export async function proveAcceptedEvents(options: AcceptedEventsOptions): Promise<number> {
  const { harness, sideBySide, kills } = options;
  const campaign = randomUUID();
  const campaignId = await harness.register('generic', campaign);
  const lanes = Array.from({ length: sideBySide }, () => killAgainAndAgain(options, campaign));
  const accepted = (await Promise.all(lanes)).flat();
  assert.equal(accepted.length, sideBySide * kills * CALLS);
  const storedEvents = async (): Promise<readonly string[]> => {
    const { rows } = await harness.pool.query(
      'select substr(provider_message_id, 3) as id from campaign_event where campaign_id = $1',
      [campaignId],
    );
    return rows.map(({ id }) => id);
  };
  const survivor = processOf(options);
  await survivor.startAndReadLine();
  try {
    await until(
      async () => (await storedEvents()).length >= accepted.length,
      'every accepted event is stored',
      120_000,
    );
    // Waiting for unmatched events alone is not enough: a killed worker's job is released only when its death is
    // noticed.
    const received = "select from webhook_batch where status = 'received'";
    await until(async () => (await harness.pool.query(received)).rowCount === 0, 'every call is processed', 120_000);
  } finally {
    await survivor.kill();
  }
  assert.deepEqual((await storedEvents()).toSorted(), accepted.toSorted());
  return accepted.length;
}

/** Returns the ids of the accepted events. */
async function killAgainAndAgain(options: AcceptedEventsOptions, campaign: string): Promise<readonly string[]> {
  const product = processOf(options);
  const accepted: string[] = [];
  for (let kill = 1; kill <= options.kills; kill += 1) {
    const line = await product.startAndReadLine();
    const url = line.startsWith('{') ? JSON.parse(line).base_url : line;
    for (let call = 1; call <= CALLS; call += 1) {
      const event = sentEvent({ campaign });
      const { headers, body } = GENERIC_SENDER.call([GENERIC_SENDER.write(event)]);
      const answer = await send(`${url}/campaign-events/webhook`, { method: 'POST', headers, body });
      const killed = call === CALLS ? product.kill() : undefined;
      assert.equal(answer.status, 202, answer.text);
      accepted.push(event.id);
      await killed;
    }
    options.say?.(`killed ${kill} of ${options.kills} times`);
  }
  return accepted;
}

function processOf({ harness, of }: AcceptedEventsOptions): Product {
  const environment = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'fatal',
    PORT: '0',
    GRAPHQL_PORT: '0',
    SECURE_PORT: '0',
    DATABASE_URL: harness.instance.databaseUrl,
    TRIBUTARY_DATA_DIR: harness.instance.resources.config.TRIBUTARY_DATA_DIR,
    ...SENDER_ENVIRONMENT,
  };
  return of === 'product'
    ? new Product({ command: ['start', '--json'], environment })
    : new Product({ program: 'test/support/webhook-process.js', command: [], environment });
}
