import { createHash } from 'node:crypto';
import type { NormalizedEvent } from '../port.js';

/** The provider's data of an event, whether or not it applies to the event's type. */
export type EventFields = Omit<NormalizedEvent, 'providerEventId'> & {
  /** Null when the provider sends none. */
  readonly providerEventId: string | null;
};

/** The event in the form that the port specifies. */
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

/**
 * All fields that stay the same over a provider's retries; the url too, because two links may be clicked at the same
 * time.
 */
function identityOf(event: EventFields): string {
  const { type, bounceType, providerMessageId, recipient, occurredAt, url } = event;
  const identity = JSON.stringify([type, bounceType, providerMessageId, recipient, occurredAt, url]);
  return createHash('sha256').update(identity).digest('hex');
}
