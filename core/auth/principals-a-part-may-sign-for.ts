import type { SigningPart } from '../config/part-keys.js';
import type { Principal } from '../principal/principal.js';

interface Reach {
  readonly kinds: readonly Principal['kind'][];
  readonly doors: readonly NonNullable<Principal['via']>[];
}

/** Principals that come from outside. */
const CALLERS: Reach['kinds'] = ['api_key', 'operator', 'anonymous'];

/**
 * The principals that each part may act for. Hosts act for their callers. The gateway passes on the secure host's
 * mark. The mark of the command line passes between no parts, nor does the product's own principal: the worker runs
 * its jobs in its own process and calls no other part, so its key gives access to none.
 */
const REACH: Readonly<Record<SigningPart, Reach>> = {
  rest: { kinds: CALLERS, doors: [] },
  secure: { kinds: CALLERS, doors: ['secure_host'] },
  gateway: { kinds: CALLERS, doors: ['secure_host'] },
  worker: { kinds: [], doors: [] },
};

export function maySignFor(part: SigningPart, { kind, via }: Pick<Principal, 'kind' | 'via'>): boolean {
  const { kinds, doors } = REACH[part];
  return kinds.includes(kind) && (via === undefined || doors.includes(via));
}
