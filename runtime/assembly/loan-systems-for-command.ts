import type { AddedSystems } from '../../connectors/loan-systems/added/added-systems.js';
import { LOAN_SYSTEM_KINDS } from '../../connectors/loan-systems/kinds.js';
import { systemClock } from '../../core/time/clock.js';
import type { Session } from '../command-session.js';
import { addedSystems } from './added-loan-systems.js';

/**
 * Runs work with this shell's loan systems: the secrets of remote ones are environment variables here.
 *
 * @param only - if only one of them is called
 */
export async function withAddedSystems<T>(
  { db, config, logger }: Session,
  work: (added: AddedSystems) => Promise<T>,
  only?: string,
): Promise<T> {
  const added = addedSystems({ db, config, logger, clock: systemClock, kinds: LOAN_SYSTEM_KINDS }, only);
  await added.refresh();
  try {
    return await work(added);
  } finally {
    await added.close();
  }
}
