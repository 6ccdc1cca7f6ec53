import type { NormalizedEvent } from '../../../connectors/email-providers/port.js';
import { systemPrincipal } from '../../../core/auth/principal.js';
import type { Database } from '../../../core/db/database.js';
import { newId } from '../../../core/ids.js';
import type { Logger } from '../../../core/logger.js';
import { arriving, enter } from '../campaign-event/enter-events.js';
import { enterPatiently } from '../campaign-event/enter-patiently.js';
import { insertPoison } from '../poison-event/poison-event.store.js';
import { setAsideUnreadable } from '../poison-event/unreadable.js';
import type { ReadBatch } from './process-batches.js';
import type { WebhookBatchRow } from './webhook.store.js';

const WEBHOOKS = systemPrincipal('webhooks');

/** What one transaction puts in: of the largest call a twentieth. */
const EVENTS_AT_A_TIME = 500;

interface CalledEvent {
  readonly batch: WebhookBatchRow;
  readonly position: number;
  readonly event: NormalizedEvent;
}

/** Puts the events of several calls in, those of one source together. @returns how many were set aside */
export async function enterCalls(db: Database, logger: Logger, calls: readonly ReadBatch[]): Promise<number> {
  let poison = 0;
  for (const events of bySource(calls)) {
    for (let from = 0; from < events.length; from += EVENTS_AT_A_TIME) {
      poison += await enterSome(db, logger, events.slice(from, from + EVENTS_AT_A_TIME));
    }
  }
  for (const call of calls) poison += await setAsideUnreadable(db, logger, call);
  return poison;
}

function bySource(calls: readonly ReadBatch[]): Iterable<readonly CalledEvent[]> {
  const sources = new Map<string, CalledEvent[]>();
  for (const { batch, read } of calls) {
    if (read.kind === 'malformed') continue;
    const events = sources.get(batch.source) ?? [];
    for (const placed of read.events) events.push({ batch, ...placed });
    sources.set(batch.source, events);
  }
  return sources.values();
}

async function enterSome(db: Database, logger: Logger, items: readonly CalledEvent[]): Promise<number> {
  const [first] = items;
  if (first === undefined) return 0;
  const { provider, source } = first.batch; // one source is of one provider
  return enterPatiently(db, logger, {
    items,
    enter: (tx, some: readonly CalledEvent[]) => enter(tx, { provider, source, events: some.map(enteringOf) }),
    setAside: async ({ batch, position, event }, failure) => {
      const kept = JSON.stringify({ source, ...enteringOf({ batch, position, event }) });
      await db.many(WEBHOOKS, insertPoison, {
        id: newId(),
        batchId: batch.id,
        position,
        provider,
        event: kept,
        ...failure,
      });
    },
  });
}

function enteringOf({ batch: { isSigned, organizationIds }, event }: CalledEvent) {
  return { isSigned, organizationIds, event: arriving(event) };
}
