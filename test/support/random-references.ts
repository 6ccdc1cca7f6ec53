/** The lengths of card numbers. */
export const CARD_LENGTHS = [13, 14, 15, 16, 17, 18, 19] as const;

/** Random references of so many digits, reproducible by seed, with all first and last digits. */
export function* randomReferences(digits: number, count: number, seed: number): Generator<string, void> {
  const next = mulberry32(seed + digits);
  for (let n = 0; n < count; n += 1) {
    const high = String(Math.floor(next() * 1e10)).padStart(10, '0');
    const low = String(Math.floor(next() * 1e9)).padStart(9, '0');
    yield `${high}${low}`.slice(0, digits);
  }
}

/** A small generator of numbers from 0 to 1 without a pattern in the digits of one reference. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
