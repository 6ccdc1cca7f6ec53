import { LOAN_SYSTEM_KINDS } from '../../../connectors/loan-systems/kinds.js';
import { loanSystemServices } from '../../../subgraphs/servicing/loan-systems/services.js';
import type { Session } from '../../command-session.js';
import { sessionParts } from '../command-service-dependencies.js';
import { remoteSystems } from '../loan-systems-and-processors.js';

/** The services of loan systems, for a command. */
export function loanSystemsOf(session: Session) {
  const parts = sessionParts(session);
  return loanSystemServices({ ...parts, remotes: remoteSystems({ ...parts, loanSystemKinds: LOAN_SYSTEM_KINDS }) });
}
