import type { ParsedBatch } from '../../../../connectors/email-providers/port.js';
import { systemPrincipal } from '../../../../core/principal/principal.js';
import type { WebhookParts } from './accept-webhook.js';
import { enterCalls } from './enter-calls.js';
import type { ReadBatch } from './read-batch.js';
import { claimBatches, keepBatches, releaseBatches, settleBatches, type WebhookBatchRow } from './webhook.store.js';
import { wakeWorker } from './webhook-waker.js';

const WEBHOOKS = systemPrincipal('webhooks');

/**
 * What one round takes: small calls together, large ones nearly alone, so that memory stays bounded. A call is left to a worker for
 * so long after it was last heard of: each set of events that is in renews the time of those that are not.
 */
const ROUND = { mostBatches: 200, mostBytes: 4_000_000, leaseMs: 60_000 };

/** Then this job ends and another follows: what moves money is not held up by a flood of events. */
const ROUNDS = 10;

/**
 * Works through kept calls. It may die anywhere, run twice, and run in several workers at once: the receipt of an event is
 * written in the transaction that stores it, so that each is stored once.
 */
export class BatchProcessor {
  readonly #parts: WebhookParts;

  constructor(parts: WebhookParts) {
    this.#parts = parts;
  }

  async work(): Promise<void> {
    for (let round = 0; round < ROUNDS; round += 1) {
      const batches = await this.#parts.db.many(WEBHOOKS, claimBatches, ROUND);
      if (batches.length === 0) return;
      // An update answers its rows in any order; ids are in the order of arrival.
      const inOrder = batches.toSorted((one, other) => (one.id < other.id ? -1 : 1));
      await this.#workThrough(inOrder.map((batch) => ({ batch, read: this.#read(batch) })));
    }
    await wakeWorker(this.#parts.db);
  }

  /** What a worker had taken that was killed waits no longer. */
  async resume(): Promise<void> {
    const { db } = this.#parts;
    await db.many(WEBHOOKS, releaseBatches, {});
    await wakeWorker(db);
  }

  async #workThrough(calls: readonly ReadBatch[]): Promise<void> {
    const { db, logger } = this.#parts;
    const malformed = calls.filter(({ read }) => read.kind === 'malformed');
    const poison = await enterCalls(this.#parts, calls, {
      settle: async (done) => {
        await db.many(WEBHOOKS, settleBatches, { ids: idsOf(done), malformedIds: idsOf(malformed) });
      },
      keep: async (open) => {
        await db.many(WEBHOOKS, keepBatches, { ids: idsOf(open), leaseMs: ROUND.leaseMs });
      },
    });
    logger.debug({ batches: calls.length, malformed: malformed.length, poison }, 'webhooks were worked through');
  }

  /** An adapter that stumbles over a body must not stumble over it for ever: it is kept, to be read by a better one. */
  #read({ id, provider, body }: WebhookBatchRow): ParsedBatch {
    try {
      const adapter = this.#parts.providers.byCode(provider);
      if (adapter === undefined) throw new Error(`no adapter for the email provider ${provider}`);
      return adapter.parse(body);
    } catch (error) {
      this.#parts.logger.error({ err: error, batch: id, provider }, 'a webhook’s body made its adapter fail');
      return { kind: 'malformed', reason: 'adapter_failed' };
    }
  }
}

function idsOf(calls: readonly ReadBatch[]): readonly string[] {
  return calls.map(({ batch }) => batch.id);
}
