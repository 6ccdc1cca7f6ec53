import type { AddedSystems } from '../../connectors/loan-systems/added/added-systems.js';
import { LOAN_SYSTEM_KINDS } from '../../connectors/loan-systems/kinds.js';
import { systemClock } from '../../core/clock.js';
import { Cursors } from '../../core/db/keyset.js';
import { ClientKeys } from '../../core/idempotency/client-keys.js';
import { SecretsAtRest } from '../../core/secrets/at-rest.js';
import type { SubgraphsSource } from '../../subgraphs/index.js';
import type { Session } from '../session.js';
import { addedSystems } from './added-systems.js';
import { subgraphsSource } from './subgraphs-source.js';

/**
 * What the services of a command are made of, on the connections of its session.
 *
 * @param added - for commands that call remote loan systems: without it none is called
 */
export function sessionSource({ db, config, logger }: Session, added?: AddedSystems): SubgraphsSource {
  return subgraphsSource({
    ...{ db, config, logger, clock: systemClock, loanSystemKinds: LOAN_SYSTEM_KINDS, addedSystems: added },
    cursors: new Cursors(config.CURSOR_SIGNING_SECRET),
    clientKeys: new ClientKeys(config.CURSOR_SIGNING_SECRET),
    secrets: new SecretsAtRest(config.DATA_ENCRYPTION_KEYS),
  });
}

/**
 * With the loan systems of this shell: the secrets of remote ones are its variables.
 *
 * @param only - where one of them alone is called
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
