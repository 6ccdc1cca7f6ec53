import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { failureOf } from './failure.js';

const BUSY_PAUSES_MS = [100, 200, 400] as const;

/**
 * Sends a request that Stripe carries out at most once per key.
 *
 * Stripe keeps the first answer of a key for a day, failures of its own (5xx) too: the same key would hear of the same failure
 * all day. So a stored failure lets the next of the keys have its turn, up to `tries`: key, key:1, key:2 … Whoever allows
 * more than one says why the stored request cannot have done harm.
 *
 * @param schema - what of the answer is used. The client takes any JSON without an `error` for an answer.
 */
export async function keyed<T>(
  key: string,
  tries: number,
  schema: z.ZodType<T>,
  send: (options: { idempotencyKey: string }) => Promise<unknown>,
): Promise<T> {
  for (let turn = 0; ; turn += 1) {
    try {
      const idempotencyKey = turn === 0 ? key : `${key}:${turn}`;
      return schema.parse(await patiently(() => send({ idempotencyKey })));
    } catch (error) {
      const failure = failureOf(error);
      const hasStored = failure.kind === 'unclear' && failure.isStored;
      if (!hasStored || turn + 1 >= tries) throw error;
    }
  }
}

/** The same request twice at once: the second waits a little for what the first is answered. */
async function patiently<T>(send: () => Promise<T>): Promise<T> {
  for (const pauseMs of BUSY_PAUSES_MS) {
    try {
      return await send();
    } catch (error) {
      if (failureOf(error).kind !== 'busy') throw error;
    }
    await pause(pauseMs);
  }
  return send();
}
