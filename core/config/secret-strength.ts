/** 16 random bytes have 128, of which chance takes a part from what is seen of them; nobody searches 80. */
const LEAST_BITS = 80;

/**
 * Whether a secret is plainly not random: one character or a short pattern over and over, the alphabet, a few characters. An
 * estimate of placeholders and not of sentences: what a person thinks up may pass, and is still no secret.
 */
export function isGuessable(secret: string): boolean {
  return bitsOf(secret) < LEAST_BITS;
}

/** Each character that does not follow from those before it counts for as much as the choice among all such characters. */
function bitsOf(secret: string): number {
  const unforeseen: string[] = [];
  for (let at = 0; at < secret.length; ) {
    const steps = repeatAt(secret, at);
    if (steps === 0 && !isRunAt(secret, at)) unforeseen.push(secret.charAt(at));
    at += Math.max(1, steps);
  }
  return unforeseen.length * Math.log2(Math.max(1, new Set(unforeseen).size));
}

/** Shorter ones come about by chance. */
const SHORTEST_REPEAT = 4;

/** How many characters from here on have stood in this order before. */
function repeatAt(secret: string, at: number): number {
  let length = SHORTEST_REPEAT;
  while (at + length <= secret.length && secret.lastIndexOf(secret.slice(at, at + length), at - 1) >= 0 && at > 0)
    length += 1;
  return length === SHORTEST_REPEAT ? 0 : length - 1;
}

/** The third and later of `aaa`, `abc`, `cba`. */
function isRunAt(secret: string, at: number): boolean {
  if (at < 2) return false;
  const step = secret.charCodeAt(at) - secret.charCodeAt(at - 1);
  return Math.abs(step) <= 1 && step === secret.charCodeAt(at - 1) - secret.charCodeAt(at - 2);
}
