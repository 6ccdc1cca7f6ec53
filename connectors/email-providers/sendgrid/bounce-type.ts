import type { BounceType } from '../port.js';

interface Bounce {
  /** `bounce` or `blocked`. */
  readonly type: string | null;
  readonly bounce_classification: string | null;
  /** RFC 3463: `5.1.1`. */
  readonly status: string | null;
}

/**
 * Hard means that the address is at fault. A block, and any fault of the sender, the message or the connection, is
 * soft: it must not put a good address on the suppression list for ever.
 */
export function bounceTypeOf(bounce: Bounce): BounceType {
  const classification = bounce.bounce_classification?.toLowerCase() ?? '';
  if (bounce.type === 'blocked' || bounce.status?.startsWith('4')) return 'soft';
  return SOFT_CLASSIFICATIONS.some((name) => classification.startsWith(name)) ? 'soft' : 'hard';
}

/**
 * Compared by prefix: events use `Technical` and `Frequency/Volume`, the API `Technical Failure` and `Frequency or
 * Volume Too High`.
 */
const SOFT_CLASSIFICATIONS = ['technical', 'content', 'reputation', 'frequency'];
