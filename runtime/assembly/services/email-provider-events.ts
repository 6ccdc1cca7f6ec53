import { providerEventServices } from '../../../subgraphs/messaging/provider-events/services.js';
import type { Session } from '../../command-session.js';
import { sessionParts } from '../command-service-dependencies.js';
import { emailProviders } from '../email-providers.js';

/** The services of email providers' events, for a command. */
export function providerEventsOf(session: Session) {
  return providerEventServices({ ...sessionParts(session), providers: emailProviders(session.config) });
}
