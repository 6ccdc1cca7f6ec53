import { z } from 'zod';
import type { EmailEventType } from '../../../core/contract/campaign-event.js';
import { type BatchReader, IGNORED, readAs } from '../reading/batch.js';
import {
  address,
  optionalAgent,
  optionalIdentifier,
  optionalText,
  optionalUrl,
  unixInstant,
} from '../reading/event-field-schemas.js';
import { isMachineAgent } from '../reading/machine-user-agent.js';
import { bounceTypeOf } from './bounce-type.js';
import { sendGridReferences } from './campaign-references-in-event.js';

const TYPES: ReadonlyMap<unknown, EmailEventType> = new Map([
  ['open', 'open'],
  ['click', 'click'],
  ['bounce', 'bounce'],
  ['unsubscribe', 'unsubscribe'],
  ['group_unsubscribe', 'unsubscribe'],
  ['spamreport', 'complaint'],
]);

const schema = z.object({
  email: address,
  timestamp: unixInstant,
  sg_event_id: optionalIdentifier,
  sg_message_id: optionalIdentifier,
  url: optionalUrl,
  useragent: optionalAgent,
  sg_machine_open: z.boolean().catch(false),
  type: optionalText(64),
  bounce_classification: optionalText(64),
  status: optionalText(64),
});

export const sendGridReader: BatchReader = {
  eventsOf: (body) => (Array.isArray(body) ? body : undefined),
  bodyOf: (event) => [event],
  readEvent: (event) => {
    if (typeof event['event'] !== 'string') return { kind: 'unreadable', reason: 'event: missing' };
    const type = TYPES.get(event['event']);
    if (type === undefined) return IGNORED;
    return readAs(schema, event, (fields) => ({
      providerEventId: fields.sg_event_id,
      type,
      bounceType: bounceTypeOf(fields),
      recipient: fields.email,
      url: fields.url,
      occurredAt: fields.timestamp,
      campaignReferences: sendGridReferences(event),
      providerMessageId: fields.sg_message_id,
      isMachine: fields.sg_machine_open || isMachineAgent(fields.useragent),
    }));
  },
};
