import { setTimeout as sleep } from 'node:timers/promises';

/* The pause between two reads grows with the wait, because the awaited work needs the processors too. */
const SHORTEST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 100;
const PAUSE_PER_WAIT = 0.1;

/**
 * Waits until a condition holds, and returns its value: anything but `undefined`, `null` and `false`.
 *
 * @param what - the condition's name in the error message
 * @throws when the condition does not hold within `withinMs`. A condition that throws ends the wait at once.
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

/** Waits for a fixed time, for tests that are about time itself: `test/support/waits.test.ts` lists these files. */
export function pause(ms: number): Promise<void> {
  return sleep(ms);
}
