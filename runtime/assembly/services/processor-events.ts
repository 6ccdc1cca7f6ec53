import { processorEventServices } from '../../../subgraphs/payments/processor-events/services.js';
import type { Session } from '../../command-session.js';
import { sessionParts } from '../command-service-dependencies.js';

/** The services of card processors' events, for a command. */
export function processorEventsOf(session: Session) {
  return processorEventServices(sessionParts(session));
}
