import { z } from 'zod';
import type { CampaignReference } from '../port.js';
import { type BatchReader, IGNORED, type ReadEvent, readAs } from '../reading/batch.js';
import { campaignReferences, variablesOf } from '../reading/campaign-references.js';
import {
  address,
  optionalAgent,
  optionalIdentifier,
  optionalUrl,
  textInstant,
} from '../reading/event-field-schemas.js';
import { isJsonObject, type JsonObject } from '../reading/json.js';
import { isMachineAgent } from '../reading/machine-user-agent.js';
import { COMPLAINT, type MappedRecord, mapBounce, mapSuppression } from './bounce-and-suppression-mapping.js';

export const postmarkReader: BatchReader = {
  eventsOf: (body) => (isJsonObject(body) ? [body] : undefined),
  bodyOf: (event) => event,
  readEvent: (event) => {
    switch (event['RecordType']) {
      case 'Open':
      case 'Click':
        return readEngagement(event, event['RecordType']);
      case 'Bounce':
        return readBounce(event, mapBounce(event['Type']));
      case 'SpamComplaint':
        return readBounce(event, COMPLAINT);
      case 'SubscriptionChange':
        return readSubscriptionChange(event);
      default:
        return typeof event['RecordType'] === 'string'
          ? IGNORED
          : { kind: 'unreadable', reason: 'RecordType: missing' };
    }
  },
};

const engagementSchema = z.object({
  Recipient: address,
  ReceivedAt: textInstant,
  MessageID: optionalIdentifier,
  OriginalLink: optionalUrl,
  UserAgent: optionalAgent,
});

function readEngagement(event: JsonObject, recordType: 'Open' | 'Click'): ReadEvent {
  return readAs(engagementSchema, event, (fields) => ({
    providerEventId: null,
    type: recordType === 'Open' ? 'open' : 'click',
    bounceType: null,
    recipient: fields.Recipient,
    url: fields.OriginalLink,
    occurredAt: fields.ReceivedAt,
    campaignReferences: referencesOf(event),
    providerMessageId: fields.MessageID,
    isMachine: isMachineAgent(fields.UserAgent),
  }));
}

const bounceSchema = z.object({
  Email: address,
  BouncedAt: textInstant,
  ID: optionalIdentifier,
  MessageID: optionalIdentifier,
});

/** A complaint has the fields of a bounce. */
function readBounce(event: JsonObject, meaning: MappedRecord | undefined): ReadEvent {
  if (meaning === undefined) return IGNORED;
  return readAs(bounceSchema, event, (fields) => ({
    ...withoutEngagement(event, meaning),
    providerEventId: fields.ID,
    recipient: fields.Email,
    occurredAt: fields.BouncedAt,
    providerMessageId: fields.MessageID,
  }));
}

const subscriptionChangeSchema = z.object({
  Recipient: address,
  ChangedAt: textInstant,
  MessageID: optionalIdentifier,
});

function readSubscriptionChange(event: JsonObject): ReadEvent {
  if (event['SuppressSending'] !== true) return IGNORED;
  return readAs(subscriptionChangeSchema, event, (fields) => ({
    ...withoutEngagement(event, mapSuppression(event['SuppressionReason'])),
    providerEventId: null,
    recipient: fields.Recipient,
    occurredAt: fields.ChangedAt,
    providerMessageId: fields.MessageID,
  }));
}

function withoutEngagement(event: JsonObject, meaning: MappedRecord) {
  return { ...meaning, url: null, campaignReferences: referencesOf(event), isMachine: false };
}

/** The stream comes last: many campaigns share one, and only operators register a stream that every message carries. */
function referencesOf(event: JsonObject): readonly CampaignReference[] {
  const { workspace, campaign } = variablesOf('Metadata', event['Metadata']);
  return campaignReferences([
    ...workspace,
    ['Tag', event['Tag']],
    ...campaign,
    ['MessageStream', event['MessageStream']],
  ]);
}
