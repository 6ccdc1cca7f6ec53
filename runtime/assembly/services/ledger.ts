import { BoardingHere } from '../../../ledger/boarding/board-here.js';
import { ledgerServices } from '../../../subgraphs/servicing/ledger-api/services.js';
import type { Session } from '../../session.js';
import { loanSystems } from '../outside.js';
import { sessionParts } from '../session-parts.js';

/** The services of the built-in ledger, for a command: no remote loan system is called. */
export function ledgerOf(session: Session) {
  const parts = sessionParts(session);
  const services = ledgerServices({ ...parts, systems: loanSystems({ ...parts, addedSystems: undefined }) });
  return { ...services, boardingHere: new BoardingHere(parts) };
}
