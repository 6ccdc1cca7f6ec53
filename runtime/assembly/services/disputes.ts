import { disputeServices } from '../../../subgraphs/payments/disputes/services.js';
import type { Session } from '../../command-session.js';
import { sessionParts } from '../command-service-dependencies.js';

/** The services of disputes, for a command. */
export function disputesOf(session: Session) {
  return disputeServices(sessionParts(session));
}
