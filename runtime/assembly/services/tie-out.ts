import { tieOutServices } from '../../../subgraphs/payments/tie-out/services.js';
import type { Session } from '../../session.js';
import { sessionParts } from '../session-parts.js';

/** The services of the tie-out, for a command. */
export function tieOutOf(session: Session) {
  return tieOutServices(sessionParts(session));
}
