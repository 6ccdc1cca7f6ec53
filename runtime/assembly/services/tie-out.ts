import { ResultService } from '../../../subgraphs/payments/tie-out/comparison/result.service.js';
import { tieOutServices } from '../../../subgraphs/payments/tie-out/services.js';
import type { Session } from '../../command-session.js';
import { sessionParts } from '../command-service-dependencies.js';
import { tieOutMacs } from '../tie-out-dependencies.js';

/** The services of the tie-out, for a command. */
export function tieOutOf(session: Session) {
  const parts = sessionParts(session);
  return { ...tieOutServices(parts), results: new ResultService({ ...parts, macs: tieOutMacs(session.config) }) };
}
