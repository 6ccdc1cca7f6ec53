import type { AddedSystems } from '../../../connectors/loan-systems/added/added-systems.js';
import { Comparer } from '../../../subgraphs/payments/tie-out/comparison/comparer.js';
import type { Session } from '../../command-session.js';
import { sessionParts } from '../command-service-dependencies.js';
import { cardProcessors, loanSystems } from '../loan-systems-and-processors.js';
import { tieOutParts } from '../tie-out-dependencies.js';

/** The worker's comparison of business days, for a command. */
export function comparisonOf(session: Session, added: AddedSystems): Comparer {
  const parts = sessionParts(session);
  const outside = { systems: loanSystems({ ...parts, addedSystems: added }), processors: cardProcessors(parts) };
  return new Comparer(tieOutParts({ ...parts, ...outside }, session.config));
}
