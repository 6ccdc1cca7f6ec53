import type { ParsedBatch } from '../../../../connectors/email-providers/port.js';
import { systemPrincipal } from '../../../../core/principal/principal.js';
import type { WebhookParts } from './accept-webhook.js';
import { enterCalls } from './enter-events-of-calls.js';
import type { ReadBatch } from './parsed-call.js';
import {
  claimBatches,
  releaseBatches,
  renewBatchLeases,
  settleBatches,
  type WebhookBatchRow,
} from './stored-call-queue.store.js';
import { wakeWorker } from './wake-worker-for-stored-calls.js';

const WEBHOOKS = systemPrincipal('webhooks');

/**
 * The size of one round: many small calls, or a single large one, so that memory stays bounded. A worker's lease on a
 * call lasts this long after its last progress: each entered set of events renews the leases of the remaining calls.
 */
const ROUND = { mostBatches: 200, mostBytes: 4_000_000, leaseMs: 60_000 };

/** Then this job ends and queues another, so that a flood of events does not delay jobs that move money. */
const ROUNDS = 10;

/**
 * Processes stored calls. It may crash anywhere, run twice, and run in several workers at once: an event's receipt is
 * written in the transaction that stores the event, so each is stored once.
 */
export class BatchProcessor {
  constructor(private readonly parts: WebhookParts) {}

  async work(): Promise<void> {
    for (let round = 0; round < ROUNDS; round += 1) {
      const batches = await this.parts.db.many(WEBHOOKS, claimBatches, ROUND);
      if (batches.length === 0) return;
      // An update returns its rows in any order; ids are in order of arrival.
      const inOrder = batches.toSorted((one, other) => (one.id < other.id ? -1 : 1));
      await this.#workThrough(inOrder.map((batch) => ({ batch, read: this.#read(batch) })));
    }
    await wakeWorker(this.parts.db);
  }

  /** Releases calls that a killed worker had claimed. */
  async resume(): Promise<void> {
    const { db } = this.parts;
    await db.many(WEBHOOKS, releaseBatches, {});
    await wakeWorker(db);
  }

  async #workThrough(calls: readonly ReadBatch[]): Promise<void> {
    const { db, logger } = this.parts;
    const malformed = calls.filter(({ read }) => read.kind === 'malformed');
    const poison = await enterCalls(this.parts, calls, {
      settle: async (done) => {
        await db.many(WEBHOOKS, settleBatches, { ids: idsOf(done), malformedIds: idsOf(malformed) });
      },
      keep: async (open) => {
        await db.many(WEBHOOKS, renewBatchLeases, { ids: idsOf(open), leaseMs: ROUND.leaseMs });
      },
    });
    logger.debug({ batches: calls.length, malformed: malformed.length, poison }, 'webhooks were processed');
  }

  /** A body that crashes an adapter must not be retried forever: it is stored, to be read by a better adapter. */
  #read({ id, provider, body }: WebhookBatchRow): ParsedBatch {
    try {
      const adapter = this.parts.providers.byCode(provider);
      if (adapter === undefined) throw new Error(`no adapter for the email provider ${provider}`);
      return adapter.parse(body);
    } catch (error) {
      this.parts.logger.error({ err: error, batch: id, provider }, 'an adapter failed on a webhook’s body');
      return { kind: 'malformed', reason: 'adapter_failed' };
    }
  }
}

function idsOf(calls: readonly ReadBatch[]): readonly string[] {
  return calls.map(({ batch }) => batch.id);
}
