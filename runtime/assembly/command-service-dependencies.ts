import { contactDigestsOf } from '../../core/audit/contact-digests.js';
import { Cursors } from '../../core/db/list-cursors-and-limits.js';
import { ClientKeys } from '../../core/idempotency/client-keys.js';
import { SecretsAtRest } from '../../core/secrets/at-rest.js';
import type { KeyedDigests } from '../../core/secrets/keyed-digests.js';
import { systemClock } from '../../core/time/clock.js';
import type { ProjectionContext } from '../../loan-model/projection/projection-context.js';
import { endSchedules } from '../../subgraphs/payments/autopay/schedule/end-schedules-of-paid-off-loan.js';
import type { Session } from '../command-session.js';

interface SessionParts extends Pick<Session, 'db' | 'config' | 'logger'>, ProjectionContext {
  readonly cursors: Cursors;
  readonly clientKeys: ClientKeys;
  readonly secrets: SecretsAtRest;
  readonly contactDigests: KeyedDigests;
}

/** Dependencies of a command's services, on its session's connections. */
export function sessionParts({ db, config, logger }: Session): SessionParts {
  return {
    ...{ db, config, logger, clock: systemClock, endSchedules },
    cursors: new Cursors(config.CURSOR_SIGNING_SECRET),
    clientKeys: new ClientKeys(config.CURSOR_SIGNING_SECRET),
    secrets: new SecretsAtRest(config.DATA_ENCRYPTION_KEYS),
    contactDigests: contactDigestsOf(config.DATA_ENCRYPTION_KEYS),
  };
}
