import type { EmailProvider } from '../../../../connectors/email-providers/port.js';
import { arriving } from '../campaign-event/enter-events.js';
import type { EnteringEvent } from '../campaign-event/entering-event.js';
import type { SetAsideUnread } from './poison-event.store.js';

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
