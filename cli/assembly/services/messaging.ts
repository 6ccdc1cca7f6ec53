import { messagingServices } from '../../../subgraphs/messaging/services.js';
import type { Session } from '../../session.js';
import { sessionSource } from '../session-source.js';

/** The services of the messaging subgraph, for a command. */
export function messagingOf(session: Session) {
  return messagingServices(sessionSource(session));
}
