import { UNDECIDED } from '../../../subgraphs/payments/autopay/run/refuse-closing-held-exception.js';
import { exceptionServices } from '../../../subgraphs/payments/exceptions/services.js';
import type { Session } from '../../command-session.js';
import { sessionParts } from '../command-service-dependencies.js';

/** The services of exceptions, which need a person's decision, for a command. */
export function exceptionsOf(session: Session) {
  return exceptionServices({ ...sessionParts(session), undecided: UNDECIDED });
}
