import type { EmailProvider } from '../../../connectors/email-providers/port.js';
import { systemPrincipal } from '../../../core/auth/principal.js';
import type { Database } from '../../../core/db/database.js';
import { newId } from '../../../core/ids.js';
import type { Logger } from '../../../core/logger.js';
import { arriving, type EnteringEvent } from '../campaign-event/enter-events.js';
import type { ReadBatch } from '../webhook/process-batches.js';
import { insertUnreadable, type SetAsideUnread } from './poison-event.store.js';

const WEBHOOKS = systemPrincipal('webhooks');

/** Of one event; a provider's have a few hundred bytes. What is longer is read again from its call. */
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
      event: { source, isSigned, organizationIds, unread, isWhole: read.kind === 'malformed' },
    };
  });
  await db.many(WEBHOOKS, insertUnreadable, { batchId, provider, events: JSON.stringify(rows) });
  return found.length;
}

function unreadOf({ batch, read }: ReadBatch): readonly Unread[] {
  return read.kind === 'parsed' ? read.unreadable : [{ position: 0, reason: read.reason, body: batch.body }];
}

export interface Rereading extends SetAsideUnread {
  readonly position: number | null;
  /** Of its call; null when there is none any more. */
  readonly body: Buffer | null;
}

/**
 * Reads again what could not be read. Of a call that was read in part only the event that was set aside: the others are in.
 *
 * @throws {Error} that says why it cannot be read this time either.
 */
export function readAgain(adapter: EmailProvider | undefined, rereading: Rereading): readonly EnteringEvent[] {
  const { unread, isWhole, position, isSigned, organizationIds } = rereading;
  const body = unread === null ? rereading.body : Buffer.from(unread, 'base64');
  if (body === null) throw new Error('unreadable: its call is not kept any more');
  const read = adapter?.parse(body) ?? { kind: 'malformed', reason: 'no adapter' };
  if (read.kind === 'malformed') throw new Error(`unreadable: ${read.reason}`);
  const isMeant = (place: number) => isWhole || unread !== null || place === position;
  const still = read.unreadable.find((event) => isMeant(event.position));
  if (still !== undefined) throw new Error(`unreadable: ${still.reason}`);
  const events = read.events.filter((event) => isMeant(event.position));
  return events.map(({ event }) => ({ isSigned, organizationIds, event: arriving(event) }));
}
