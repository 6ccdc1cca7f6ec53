import { ErasureService } from '../../../subgraphs/servicing/platform/erasure/erasure.service.js';
import type { Session } from '../../command-session.js';
import { sessionParts } from '../command-service-dependencies.js';
import { ERASURE_STEPS } from '../erasure-steps.js';

/** What erases a person, for a command. */
export function erasuresOf(session: Session): ErasureService {
  return new ErasureService({ ...sessionParts(session), erasureSteps: ERASURE_STEPS });
}
