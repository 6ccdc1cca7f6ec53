import { z } from 'zod';
import type { EmailEventType } from '../../../core/contract/campaign-event.js';
import type { BounceType, CampaignReference } from '../port.js';
import { type BatchReader, IGNORED, readAs } from '../reading/batch.js';
import { campaignReferences, variablesOf } from '../reading/campaign-references.js';
import {
  address,
  optionalAgent,
  optionalIdentifier,
  optionalText,
  optionalUrl,
  unixInstant,
} from '../reading/event-field-schemas.js';
import { isJsonObject, type JsonObject } from '../reading/json.js';
import { isMachineAgent } from '../reading/machine-user-agent.js';

const TYPES: ReadonlyMap<unknown, EmailEventType> = new Map([
  ['opened', 'open'],
  ['clicked', 'click'],
  ['failed', 'bounce'],
  ['unsubscribed', 'unsubscribe'],
  ['complained', 'complaint'],
]);

const BOUNCE_TYPES: ReadonlyMap<string | null, BounceType> = new Map([
  ['permanent', 'hard'],
  ['temporary', 'soft'],
]);

/**
 * Reasons for which a message was never sent: its address is already on Mailgun's suppression list, and the event that
 * put it there was reported at the time.
 */
const NEVER_SENT: ReadonlySet<unknown> = new Set(['suppress-bounce', 'suppress-unsubscribe', 'suppress-complaint']);

/**
 * Permanent failures that are not the address's fault: the receiver blocks the sender, or was unreachable for too long.
 */
const NOT_OF_THE_ADDRESS: ReadonlySet<string | null> = new Set(['espblock', 'old']);

const schema = z.object({
  recipient: address,
  timestamp: unixInstant,
  id: optionalIdentifier,
  url: optionalUrl,
  severity: optionalText(64),
  reason: optionalText(64),
  message: z
    .object({ headers: z.object({ 'message-id': optionalIdentifier }) })
    .transform((message) => message.headers['message-id'])
    .catch(null),
  'client-info': z
    .object({ 'user-agent': optionalAgent, bot: optionalText(64) })
    .catch({ 'user-agent': null, bot: null }),
});

export const mailgunReader: BatchReader = {
  eventsOf: (body) => (isJsonObject(body) && isJsonObject(body['event-data']) ? [body['event-data']] : undefined),
  bodyOf: (event) => ({ 'event-data': event }),
  readEvent: (event) => {
    if (typeof event['event'] !== 'string') return { kind: 'unreadable', reason: 'event: missing' };
    const type = TYPES.get(event['event']);
    if (type === undefined || (type === 'bounce' && NEVER_SENT.has(event['reason']))) return IGNORED;
    return readAs(schema, event, (fields) => ({
      providerEventId: fields.id,
      type,
      bounceType: bounceTypeOf(fields),
      recipient: fields.recipient,
      url: fields.url,
      occurredAt: fields.timestamp,
      campaignReferences: referencesOf(event),
      providerMessageId: fields.message,
      isMachine: isMachine(fields['client-info']),
    }));
  },
};

function bounceTypeOf({ severity, reason }: { readonly severity: string | null; readonly reason: string | null }) {
  return NOT_OF_THE_ADDRESS.has(reason) ? 'soft' : (BOUNCE_TYPES.get(severity) ?? null);
}

/**
 * `bot` names the bot that Mailgun recognized; it is empty or absent for a person. Gmail's proxy counts as a person, as
 * with every provider.
 */
function isMachine(client: { readonly 'user-agent': string | null; readonly bot: string | null }): boolean {
  return (client.bot !== null && client.bot !== 'gmail') || isMachineAgent(client['user-agent']);
}

function referencesOf(event: JsonObject): readonly CampaignReference[] {
  const { workspace, campaign } = variablesOf('user-variables', event['user-variables']);
  return campaignReferences([
    ...workspace,
    ['campaigns', campaignIdsOf(event['campaigns'])],
    ['tags', event['tags']],
    ...campaign,
  ]);
}

/** Mailgun sends a campaign either as its id or as an object with an id. */
function campaignIdsOf(campaigns: unknown): readonly unknown[] {
  if (!Array.isArray(campaigns)) return [];
  return campaigns.map((campaign) => (isJsonObject(campaign) ? campaign['id'] : campaign));
}
