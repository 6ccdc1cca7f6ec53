import type { Database } from '../../../../core/db/database.js';
import { newId } from '../../../../core/ids/ids.js';
import type { Logger } from '../../../../core/logging/logger.js';
import { systemPrincipal } from '../../../../core/principal/principal.js';
import { insertUnreadable } from '../poison-event/poison-event.store.js';
import type { ReadBatch } from './parsed-call.js';

const WEBHOOKS = systemPrincipal('webhooks');

/** Maximum size per event; a provider's events have a few hundred bytes. A longer one is read again from its call. */
const MOST_BYTES = 65_536;

interface Unread {
  readonly position: number;
  readonly reason: string;
  readonly body: Buffer;
}

/**
 * Stores the unreadable parts of a call, so that a better adapter can read them later; once, however often the call
 * is processed.
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
