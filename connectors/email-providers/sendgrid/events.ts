import { z } from 'zod';
import type { EngagementType } from '../port.js';
import { type BatchReader, IGNORED, readAs } from '../reading/batch.js';
import {
  address,
  optionalAgent,
  optionalIdentifier,
  optionalText,
  optionalUrl,
  unixInstant,
} from '../reading/fields.js';
import { isMachineAgent } from '../reading/machine-agent.js';
import { bounceTypeOf } from './bounce-type.js';
import { sendGridReferences } from './references.js';

/** Spam reports are none of the contract's four types (spec 6.2) and are ignored like deliveries. */
const TYPES: ReadonlyMap<unknown, EngagementType> = new Map([
  ['open', 'open'],
  ['click', 'click'],
  ['bounce', 'bounce'],
  ['unsubscribe', 'unsubscribe'],
  ['group_unsubscribe', 'unsubscribe'],
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
