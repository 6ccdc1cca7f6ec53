import { describe, expect, it } from 'vitest';
import { SimulatedClock } from '../time/clock.js';
import { commandPrincipal, type Principal } from './principal.js';
import { requireRecentSignIn } from './recent-sign-in.js';

const clock = new SimulatedClock('2026-01-15T12:00:00Z');
const signedIn = (authenticatedAt: string): Principal => ({
  ...{ kind: 'operator', actor: 'ola', organizationIds: 'all', scopes: [], authenticatedAt },
});

describe('requireRecentSignIn', () => {
  it('accepts a sign-in of the last ten minutes, and refuses an earlier one', () => {
    requireRecentSignIn(signedIn('2026-01-15T11:50:00.001Z'), clock);
    expect(() => requireRecentSignIn(signedIn('2026-01-15T11:50:00.000Z'), clock)).toThrow(
      expect.objectContaining({ code: 'recent_sign_in_required' }),
    );
  });

  it('asks nothing of a caller without a session', () => {
    requireRecentSignIn(commandPrincipal('ola'), clock);
  });
});
