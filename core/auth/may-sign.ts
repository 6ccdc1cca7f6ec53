import type { SigningPart } from '../config/part-keys.js';
import type { Principal } from '../principal/principal.js';

interface Reach {
  readonly kinds: readonly Principal['kind'][];
  readonly doors: readonly NonNullable<Principal['via']>[];
}

/** Who comes from outside. */
const CALLERS: Reach['kinds'] = ['api_key', 'operator', 'anonymous'];

/**
 * Whom each part may speak for: hosts for their callers. The gateway hands on what the secure host has marked; the mark of the
 * command line passes between no parts, and nor does the product itself: the worker does its jobs in its own process and asks no
 * other part, so that its key opens none.
 */
const REACH: Readonly<Record<SigningPart, Reach>> = {
  rest: { kinds: CALLERS, doors: [] },
  secure: { kinds: CALLERS, doors: ['secure_host'] },
  gateway: { kinds: CALLERS, doors: ['secure_host'] },
  worker: { kinds: [], doors: [] },
};

export function maySign(part: SigningPart, { kind, via }: Pick<Principal, 'kind' | 'via'>): boolean {
  const { kinds, doors } = REACH[part];
  return kinds.includes(kind) && (via === undefined || doors.includes(via));
}
