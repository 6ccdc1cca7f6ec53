/** 16 random bytes have 128 bits, and the estimate loses some of them by chance; 80 bits are beyond any search. */
const LEAST_BITS = 80;

/**
 * Whether a secret is clearly not random: one character or a short pattern repeated, the alphabet, few different
 * characters. The estimate recognizes placeholders, not sentences: a phrase that a person invents may pass, and is
 * still no secret.
 */
export function isGuessable(secret: string): boolean {
  return bitsOf(secret) < LEAST_BITS;
}

/**
 * Each character that does not follow from those before it counts for as many bits as a choice among all such
 * characters.
 */
function bitsOf(secret: string): number {
  const unforeseen: string[] = [];
  for (let at = 0; at < secret.length; ) {
    const steps = repeatAt(secret, at);
    if (steps === 0 && !isRunAt(secret, at)) unforeseen.push(secret.charAt(at));
    at += Math.max(1, steps);
  }
  return unforeseen.length * Math.log2(Math.max(1, new Set(unforeseen).size));
}

/** Shorter repeats happen by chance. */
const SHORTEST_REPEAT = 4;

/** How many characters from this position on repeat an earlier sequence. */
function repeatAt(secret: string, at: number): number {
  let length = SHORTEST_REPEAT;
  while (at + length <= secret.length && secret.lastIndexOf(secret.slice(at, at + length), at - 1) >= 0 && at > 0)
    length += 1;
  return length === SHORTEST_REPEAT ? 0 : length - 1;
}

/** Whether this is the third or later character of a sequence like `aaa`, `abc` or `cba`. */
function isRunAt(secret: string, at: number): boolean {
  if (at < 2) return false;
  const step = secret.charCodeAt(at) - secret.charCodeAt(at - 1);
  return Math.abs(step) <= 1 && step === secret.charCodeAt(at - 1) - secret.charCodeAt(at - 2);
}
