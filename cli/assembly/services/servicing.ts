import type { AddedSystems } from '../../../connectors/loan-systems/added/added-systems.js';
import { servicingServices } from '../../../subgraphs/servicing/services.js';
import type { Session } from '../../session.js';
import { sessionSource } from '../session-source.js';

/** The services of the servicing subgraph, for a command. */
export function servicingOf(session: Session, added?: AddedSystems) {
  return servicingServices(sessionSource(session, added));
}
