import { setTimeout as sleep } from 'node:timers/promises';

/** How often a fact is looked up. */
const EVERY_MS = 20;

/**
 * Waits until a fact holds, and returns it: anything but `undefined`, `null` and `false`.
 *
 * @param what - named when the wait ends in vain
 * @throws when the fact does not hold within `withinMs`. A fact that throws ends the wait at once.
 * @example
 * await until(async () => (await payment(id)).status === 'posted', 'the payment is posted');
 */
export async function until<T>(
  fact: () => T | Promise<T>,
  what: string,
  withinMs = 30_000,
): Promise<Exclude<T, undefined | null | false>> {
  const end = performance.now() + withinMs;
  for (;;) {
    const found = await fact();
    if (isThere(found)) return found;
    if (performance.now() > end) throw new Error(`not within ${withinMs} ms: ${what}`);
    await sleep(EVERY_MS);
  }
}

function isThere<T>(found: T): found is Exclude<T, undefined | null | false> {
  return found !== undefined && found !== null && found !== false;
}

/** Lets time pass, where time itself is what a test is about: `test/support/waits.test.ts` lists these files. */
export function pause(ms: number): Promise<void> {
  return sleep(ms);
}
