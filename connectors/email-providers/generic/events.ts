import { z } from 'zod';
import type { EmailEventType } from '../../../core/contract/campaign-event.js';
import { type BatchReader, IGNORED, readAs } from '../reading/batch.js';
import { campaignReferences, workspaceIn } from '../reading/campaign-references.js';
import { optionalIdentifier, optionalUrl, plainAddress, textInstant } from '../reading/event-field-schemas.js';
import { isJsonObject } from '../reading/json.js';

const TYPES: ReadonlyMap<unknown, EmailEventType> = new Map([
  ['open', 'open'],
  ['click', 'click'],
  ['bounce', 'bounce'],
  ['unsubscribe', 'unsubscribe'],
  ['complaint', 'complaint'],
]);

const schema = z.object({
  recipient: plainAddress,
  occurred_at: textInstant,
  id: optionalIdentifier,
  message_id: optionalIdentifier,
  bounce_type: z.enum(['hard', 'soft']).nullable().catch(null),
  url: optionalUrl,
  is_machine: z.boolean().catch(false),
});

/** Tributary's own format: one event or a list of events. */
export const genericReader: BatchReader = {
  eventsOf: (body) => (Array.isArray(body) ? body : isJsonObject(body) ? [body] : undefined),
  bodyOf: (event) => [event],
  readEvent: (event) => {
    if (typeof event['event_type'] !== 'string') return { kind: 'unreadable', reason: 'event_type: missing' };
    const type = TYPES.get(event['event_type']);
    if (type === undefined) return IGNORED;
    return readAs(schema, event, (fields) => ({
      providerEventId: fields.id,
      type,
      bounceType: fields.bounce_type,
      recipient: fields.recipient,
      url: fields.url,
      occurredAt: fields.occurred_at,
      campaignReferences: campaignReferences([
        ...workspaceIn('event', event['workspace_id']),
        ['campaign_id', event['campaign_id']],
      ]),
      providerMessageId: fields.message_id,
      isMachine: fields.is_machine,
    }));
  },
};
