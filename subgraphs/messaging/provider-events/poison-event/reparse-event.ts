import type { EmailProvider } from '../../../../connectors/email-providers/port.js';
import { arriving } from '../campaign-event/enter-events.js';
import type { EnteringEvent } from '../campaign-event/entering-event.js';
import type { SetAsideUnread } from './poison-event.store.js';

export interface Rereading extends SetAsideUnread {
  readonly position: number | null;
  /** The body of its call; null if the call was deleted. */
  readonly body: Buffer | null;
}

/**
 * Parses again what could not be read. From a call that was partly readable, returns only the event that was set
 * aside, because the others are entered already.
 *
 * @throws {Error} if it still cannot be read.
 */
export function reparseEvent(adapter: EmailProvider | undefined, rereading: Rereading): readonly EnteringEvent[] {
  const { unread, isWhole, position, isSigned, organizationIds } = rereading;
  const body = unread === null ? rereading.body : Buffer.from(unread, 'base64');
  if (body === null) throw new Error('unreadable: its call was deleted');
  const read = adapter?.parse(body) ?? { kind: 'malformed', reason: 'no adapter' };
  if (read.kind === 'malformed') throw new Error(`unreadable: ${read.reason}`);
  const isMeant = (place: number) => isWhole || unread !== null || place === position;
  const still = read.unreadable.find((event) => isMeant(event.position));
  if (still !== undefined) throw new Error(`unreadable: ${still.reason}`);
  const events = read.events.filter((event) => isMeant(event.position));
  return events.map(({ event }) => ({ isSigned, organizationIds, event: arriving(event) }));
}
