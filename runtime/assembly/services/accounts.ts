import type { AddedSystems } from '../../../connectors/loan-systems/added/added-systems.js';
import { accountServices } from '../../../subgraphs/servicing/accounts/services.js';
import type { Session } from '../../command-session.js';
import { sessionParts } from '../command-service-dependencies.js';
import { loanSystems } from '../loan-systems-and-processors.js';

/**
 * The services of accounts and persons, for a command.
 *
 * @param addedSystems - for a command that calls remote loan systems; without it none is called
 */
export function accountsOf(session: Session, addedSystems?: AddedSystems) {
  const parts = sessionParts(session);
  return accountServices({ ...parts, systems: loanSystems({ ...parts, addedSystems }) });
}
