import { Temporal } from 'temporal-polyfill';
import { Problem } from '../errors/problem.js';
import type { Clock } from '../time/clock.js';
import type { Principal } from './principal.js';

const RECENT_MINUTES = 10;

/**
 * For changes that give lasting access: a session in a browser that its operator has left must not be enough. Tokens
 * and commands have no such session: they are made on purpose, for a short time.
 *
 * @throws {Problem} `recent_sign_in_required`
 */
export function requireRecentSignIn({ authenticatedAt }: Principal, clock: Clock): void {
  if (authenticatedAt === undefined) return;
  const until = Temporal.Instant.from(authenticatedAt).add({ minutes: RECENT_MINUTES });
  if (Temporal.Instant.compare(until, clock.now()) <= 0) throw new Problem('recent_sign_in_required');
}
