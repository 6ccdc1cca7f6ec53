import { InProcessBoarding } from '../../../ledger/boarding/board-in-process.js';
import { ledgerServices } from '../../../subgraphs/servicing/ledger-api/services.js';
import type { Session } from '../../command-session.js';
import { sessionParts } from '../command-service-dependencies.js';
import { loanSystems } from '../loan-systems-and-processors.js';

/** The services of the built-in ledger, for a command: no remote loan system is called. */
export function ledgerOf(session: Session) {
  const parts = sessionParts(session);
  const services = ledgerServices({ ...parts, systems: loanSystems({ ...parts, addedSystems: undefined }) });
  return { ...services, boardingHere: new InProcessBoarding(parts) };
}
