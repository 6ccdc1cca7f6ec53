import type { AddedSystems } from '../../../connectors/loan-systems/added/added-systems.js';
import { ownPostings } from '../../../subgraphs/payments/autopay/run/own-posting-details.reads.store.js';
import { SystemSync } from '../../../subgraphs/servicing/loan-systems/sync/sync-loan-system.js';
import type { Session } from '../../command-session.js';
import { sessionParts } from '../command-service-dependencies.js';
import { loanSystems } from '../loan-systems-and-processors.js';

/** The worker's sync of loan systems, for a command. */
export function systemSyncOf(session: Session, added: AddedSystems): SystemSync {
  const parts = sessionParts(session);
  return new SystemSync({ ...parts, ownPostings, systems: loanSystems({ ...parts, addedSystems: added }) });
}
