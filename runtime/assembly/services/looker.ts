import type { AddedSystems } from '../../../connectors/loan-systems/added/added-systems.js';
import { Looker } from '../../../subgraphs/payments/tie-out/look/looker.js';
import type { Session } from '../../session.js';
import { cardProcessors, loanSystems } from '../outside.js';
import { sessionParts } from '../session-parts.js';
import { tieOutParts } from '../tie-out.js';

/** The worker's comparison of business days, for a command. */
export function lookerOf(session: Session, added: AddedSystems): Looker {
  const parts = sessionParts(session);
  const outside = { systems: loanSystems({ ...parts, addedSystems: added }), processors: cardProcessors(parts) };
  return new Looker(tieOutParts({ ...parts, ...outside }, session.config));
}
