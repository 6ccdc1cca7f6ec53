import { emailServices } from '../../../subgraphs/messaging/email/services.js';
import type { Session } from '../../command-session.js';
import { sessionParts } from '../command-service-dependencies.js';

/** The services of email, for a command. */
export function emailOf(session: Session) {
  return emailServices(sessionParts(session));
}
