import type { EmailProvider } from '../../../connectors/email-providers/port.js';
import { systemPrincipal } from '../../../core/auth/principal.js';
import type { Database } from '../../../core/db/database.js';
import { newId } from '../../../core/ids.js';
import type { Logger } from '../../../core/logger.js';
import { arriving, type EnteringEvent } from '../campaign-event/enter-events.js';
import type { ReadBatch } from '../webhook/process-batches.js';
import { insertUnreadable, type SetAsideUnread } from './poison-event.store.js';

const WEBHOOKS = systemPrincipal('webhooks');

/** Of one event; a provider's have a few hundred bytes. What is longer is known by its reason, and kept with its call. */
const MOST_BYTES = 65_536;

interface Unread {
  readonly position: number;
  readonly reason: string;
  readonly body: Buffer;
}

/**
 * Keeps what could not be read of a call, so that it can be read again by an adapter that knows better; once, however often the
 * call is worked through.
 *
 * @returns how many were set aside
 */
export async function setAsideUnreadable(db: Database, logger: Logger, { batch, read }: ReadBatch): Promise<number> {
  const found = unreadOf({ batch, read });
  const [first] = found;
  if (first === undefined) return 0;
  const { id: batchId, provider, source, isSigned, organizationIds } = batch;
  logger.warn({ batch: batchId, provider, events: found.length, first: first.reason }, 'events cannot be read');
  const rows = found.map(({ position, reason, body }) => {
    const unread = body.length > MOST_BYTES ? null : body.toString('base64');
    return {
      id: newId(),
      position,
      error: `unreadable: ${reason}`,
      event: { source, isSigned, organizationIds, unread },
    };
  });
  await db.many(WEBHOOKS, insertUnreadable, { batchId, provider, events: JSON.stringify(rows) });
  return found.length;
}

function unreadOf({ batch, read }: ReadBatch): readonly Unread[] {
  return read.kind === 'parsed' ? read.unreadable : [{ position: 0, reason: read.reason, body: batch.body }];
}

/** Reads again what could not be read. @throws {Error} that says why it cannot be read this time either. */
export function readAgain(
  adapter: EmailProvider | undefined,
  { unread, isSigned, organizationIds }: SetAsideUnread,
): readonly EnteringEvent[] {
  if (unread === null) throw new Error('unreadable: longer than what is kept of one event');
  const read = adapter?.parse(Buffer.from(unread, 'base64')) ?? { kind: 'malformed', reason: 'no adapter' };
  if (read.kind === 'malformed') throw new Error(`unreadable: ${read.reason}`);
  const [still] = read.unreadable;
  if (still !== undefined) throw new Error(`unreadable: ${still.reason}`);
  return read.events.map(({ event }) => ({ isSigned, organizationIds, event: arriving(event) }));
}
