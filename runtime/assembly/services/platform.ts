import { platformServices } from '../../../subgraphs/servicing/platform/services.js';
import type { Session } from '../../command-session.js';
import { sessionParts } from '../command-service-dependencies.js';

/** The services of the platform, for a command. */
export function platformOf(session: Session) {
  return platformServices(sessionParts(session));
}
