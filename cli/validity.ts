import { Temporal } from 'temporal-polyfill';
import { systemClock } from '../core/time/clock.js';

interface Validity {
  readonly revokedAt: string | null;
  /** Null: it does not expire. */
  readonly expiresAt: string | null;
}

/** Whether a key or a token is still valid, and until when. */
export function validityOf({ revokedAt, expiresAt }: Validity): string {
  if (revokedAt !== null) return `revoked ${revokedAt}`;
  if (expiresAt === null) return 'active';
  const isOver = Temporal.Instant.compare(expiresAt, systemClock.now()) <= 0;
  return `${isOver ? 'expired' : 'active until'} ${expiresAt}`;
}
