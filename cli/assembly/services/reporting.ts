import { reportingServices } from '../../../subgraphs/reporting/services.js';
import type { Session } from '../../session.js';
import { sessionSource } from '../session-source.js';

/** The services of the reporting subgraph, for a command. */
export function reportingOf(session: Session) {
  return reportingServices(sessionSource(session));
}
