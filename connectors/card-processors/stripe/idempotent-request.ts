import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { failureOf } from './failure.js';

const BUSY_PAUSES_MS = [100, 200, 400] as const;

/**
 * Sends a request that Stripe executes at most once per key.
 *
 * Stripe stores the first answer of a key for a day, including its own failures (5xx): the same key would return the
 * same failure all day. So after a stored failure the next key is used, up to `tries`: key, key:1, key:2 … A caller
 * that allows more than one must state why the failed request cannot have done harm.
 *
 * @param schema - the part of the answer that is used. The client accepts any JSON without an `error` as an answer.
 */
export async function sendIdempotently<T>(
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

/** Two identical requests at once: the second waits briefly for the first one's answer. */
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
