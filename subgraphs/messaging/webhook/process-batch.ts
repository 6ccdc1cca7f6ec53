import type { NormalizedEvent, ParsedBatch } from '../../../connectors/email-providers/port.js';
import { systemPrincipal } from '../../../core/auth/principal.js';
import { newId } from '../../../core/ids.js';
import { arriving, enter } from '../campaign-event/enter-events.js';
import { enterPatiently } from '../campaign-event/enter-patiently.js';
import { insertPoison } from '../poison-event/poison-event.store.js';
import type { WebhookParts } from './accept-webhook.js';
import { receivedBatch, resumeBatches, settleBatch, type WebhookBatchRow } from './webhook.store.js';

const WEBHOOKS = systemPrincipal('webhooks');

/** What one transaction puts in: of the largest call a twentieth. */
const EVENTS_AT_A_TIME = 500;

/** How old a call may be before it is looked after; and how many at a time. */
export const OVERDUE_AFTER_MS = 60_000;
const RESUMED_AT_A_TIME = 1_000;

interface PositionedEvent {
  readonly position: number;
  readonly event: NormalizedEvent;
}

/**
 * Works through kept calls. It may die anywhere, run twice, and run in two workers at once: the receipt of an event is written
 * in the transaction that stores it, so that each is stored once.
 */
export class BatchProcessor {
  readonly #parts: WebhookParts;

  constructor(parts: WebhookParts) {
    this.#parts = parts;
  }

  async work(id: string): Promise<void> {
    const { db, logger } = this.#parts;
    const batch = await db.first(WEBHOOKS, receivedBatch, { id });
    if (batch === undefined) return;
    const parsed = this.#parse(batch);
    if (parsed.kind === 'malformed') {
      logger.warn({ batch: id, provider: batch.provider, reason: parsed.reason }, 'a webhook’s body cannot be read');
      await db.many(WEBHOOKS, settleBatch, { id, status: 'malformed' });
      return;
    }
    const events = parsed.events.map((event, position) => ({ event, position }));
    let poison = 0;
    for (let from = 0; from < events.length; from += EVENTS_AT_A_TIME) {
      poison += await this.#enter(batch, events.slice(from, from + EVENTS_AT_A_TIME));
    }
    await db.many(WEBHOOKS, settleBatch, { id, status: 'processed' });
    const [unreadable] = parsed.unreadable;
    const counts = {
      events: events.length,
      ignored: parsed.ignoredCount,
      unreadable: parsed.unreadable.length,
      poison,
    };
    if (unreadable !== undefined)
      logger.warn({ batch: id, ...counts, first: unreadable }, 'events lack what they need');
    else logger.debug({ batch: id, ...counts }, 'a webhook was worked through');
  }

  /** Has calls worked on that nobody works on any more. */
  async resume(olderThanMs: number): Promise<void> {
    await this.#parts.db.many(WEBHOOKS, resumeBatches, { olderThanMs, limit: RESUMED_AT_A_TIME });
  }

  #parse({ provider, body }: WebhookBatchRow): ParsedBatch {
    const adapter = this.#parts.providers.byCode(provider);
    if (adapter === undefined) throw new Error(`no adapter for the email provider ${provider}`);
    return adapter.parse(body);
  }

  #enter(batch: WebhookBatchRow, items: readonly PositionedEvent[]): Promise<number> {
    const { db, logger } = this.#parts;
    const { id: batchId, provider, source, isSigned, organizationIds } = batch;
    return enterPatiently(db, logger, {
      items,
      enter: (tx, some: readonly PositionedEvent[]) => {
        const events = some.map(({ event }) => ({ isSigned, organizationIds, event: arriving(event) }));
        return enter(tx, { provider, source, events });
      },
      setAside: async ({ position, event }, failure) => {
        const kept = JSON.stringify({ source, isSigned, organizationIds, event: arriving(event) });
        await db.many(WEBHOOKS, insertPoison, { id: newId(), batchId, position, provider, event: kept, ...failure });
      },
    });
  }
}
