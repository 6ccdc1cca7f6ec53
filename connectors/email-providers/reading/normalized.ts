import { createHash } from 'node:crypto';
import type { NormalizedEvent } from '../port.js';

/** What a provider says of an event, whether or not it has a meaning for the event's type. */
export type EventFields = Omit<NormalizedEvent, 'providerEventId'> & {
  /** Null when the provider gives none. */
  readonly providerEventId: string | null;
};

/** The event as the port promises it. */
export function normalized(fields: EventFields): NormalizedEvent {
  const { type } = fields;
  const event = {
    ...fields,
    bounceType: type === 'bounce' ? fields.bounceType : null,
    url: type === 'click' ? fields.url : null,
    isMachine: (type === 'open' || type === 'click') && fields.isMachine,
  };
  return { ...event, providerEventId: fields.providerEventId ?? `sha256:${identityOf(event)}` };
}

/** All that a provider cannot change between two tries; the url too, because two links may be clicked at once. */
function identityOf(event: EventFields): string {
  const { type, bounceType, providerMessageId, recipient, occurredAt, url } = event;
  const identity = JSON.stringify([type, bounceType, providerMessageId, recipient, occurredAt, url]);
  return createHash('sha256').update(identity).digest('hex');
}
