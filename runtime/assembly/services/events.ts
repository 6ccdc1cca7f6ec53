import { EventService } from '../../../subgraphs/messaging/outgoing-webhooks/event/event.service.js';
import type { Session } from '../../session.js';
import { sessionParts } from '../session-parts.js';

/** Events alone, for a command that reads them: nothing is loaded that sends them. */
export function eventsOf(session: Session): EventService {
  return new EventService(sessionParts(session));
}
