import { ErasureService } from '../../../subgraphs/servicing/platform/erasure/erasure.service.js';
import type { Session } from '../../command-session.js';
import { ERASURE_STEPS } from '../erasure-steps.js';
import { sessionParts } from '../session-parts.js';

/** What erases a person, for a command. */
export function erasuresOf(session: Session): ErasureService {
  return new ErasureService({ ...sessionParts(session), erasureSteps: ERASURE_STEPS });
}
