import type { Readable } from 'node:stream';
import { Problem } from '../../errors/problem.js';

/** A stream ends within about this time after its key is revoked. */
const CHECKS_EVERY_MS = 1_000;

/**
 * Ends a long answer when its caller is no longer admitted; the caller sees that the connection is cut. A check that
 * fails, because a database does not answer, does not end the stream.
 */
export function endWhenRevoked<S extends Readable>(stream: S, isAdmitted: () => Promise<boolean>): S {
  let isChecking = false;
  const check = async (): Promise<void> => {
    if (isChecking) return;
    isChecking = true;
    const isEnded = await isAdmitted().then(
      (admitted) => !admitted,
      () => false,
    );
    isChecking = false;
    if (isEnded) stream.destroy(new Problem('invalid_token'));
  };
  const timer = setInterval(() => void check(), CHECKS_EVERY_MS);
  timer.unref();
  stream.once('close', () => clearInterval(timer));
  return stream;
}
