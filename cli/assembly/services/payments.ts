import { paymentsServices } from '../../../subgraphs/payments/services.js';
import type { Session } from '../../session.js';
import { sessionSource } from '../session-source.js';

/** The services of the payments subgraph, for a command. */
export function paymentsOf(session: Session) {
  return paymentsServices(sessionSource(session));
}
