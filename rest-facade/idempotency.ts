import { z } from 'zod';
import { idempotencyKey } from '../core/contract/checked.js';

/** Header of every write that may be repeated (spec 4.1, 8.3). */
export const idempotencyHeader = z.object({ 'Idempotency-Key': idempotencyKey });

/** Tells a replay from a first answer; the body does not. */
export function replayHeader(replayed: boolean): { readonly headers?: Readonly<Record<string, string>> } {
  return replayed ? { headers: { 'Idempotent-Replayed': 'true' } } : {};
}
