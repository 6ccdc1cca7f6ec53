import { EventService } from '../../../subgraphs/messaging/outgoing-webhooks/event/event.service.js';
import type { Session } from '../../command-session.js';
import { sessionParts } from '../command-service-dependencies.js';

/** Only the reading of events, for a command: does not load their delivery. */
export function eventsOf(session: Session): EventService {
  return new EventService(sessionParts(session));
}
