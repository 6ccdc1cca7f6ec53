import { reportingServices } from '../../../subgraphs/reporting/services.js';
import type { Session } from '../../command-session.js';
import { sessionParts } from '../command-service-dependencies.js';

/** The services of reports, for a command. */
export function reportingOf(session: Session) {
  return reportingServices(sessionParts(session));
}
