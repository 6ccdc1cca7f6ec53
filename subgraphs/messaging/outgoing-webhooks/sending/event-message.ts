import type { SentEvent } from '../delivery/delivery.store.js';

/** The body sent for an event, the same as in `GET /v1/events`. All attempts have the same id. */
export function messageOf(event: SentEvent): { readonly id: string; readonly body: string } {
  const body = {
    id: event.eventId,
    type: event.type,
    created_at: event.createdAt,
    organization_id: event.organizationId,
    object_type: event.objectType,
    object_id: event.objectId,
    account_id: event.accountId,
    sequence: event.sequence,
    status: event.status,
    previous_status: event.previousStatus,
    code: event.code,
    actor: event.actor,
    possible_duplicate_of: event.possibleDuplicateOf,
  };
  return { id: event.eventId, body: JSON.stringify(body) };
}
