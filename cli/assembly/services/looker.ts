import type { AddedSystems } from '../../../connectors/loan-systems/added/added-systems.js';
import { Looker } from '../../../subgraphs/payments/tie-out/looker.js';
import type { Session } from '../../session.js';
import { sessionSource } from '../session-source.js';
import { tieOutParts } from '../tie-out.js';

/** What the worker compares business days by, for a command. */
export function lookerOf(session: Session, added: AddedSystems): Looker {
  return new Looker(tieOutParts(sessionSource(session, added), session.config));
}
