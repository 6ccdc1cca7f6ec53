import { setTimeout as sleep } from 'node:timers/promises';

/* The pause between two reads grows with the wait: what is waited for needs the processors too. */
const SHORTEST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 100;
const PAUSE_PER_WAIT = 0.1;

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
  withinMs = 60_000,
): Promise<Exclude<T, undefined | null | false>> {
  const began = performance.now();
  for (;;) {
    const found = await fact();
    if (isThere(found)) return found;
    const waited = performance.now() - began;
    if (waited > withinMs) throw new Error(`not within ${withinMs} ms: ${what}`);
    await sleep(Math.min(Math.max(waited * PAUSE_PER_WAIT, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS));
  }
}

function isThere<T>(found: T): found is Exclude<T, undefined | null | false> {
  return found !== undefined && found !== null && found !== false;
}

/** Lets time pass, where time itself is what a test is about: `test/support/waits.test.ts` lists these files. */
export function pause(ms: number): Promise<void> {
  return sleep(ms);
}
