import type { Readable } from 'node:stream';
import { Problem } from '../../errors/problem.js';

/** A revoked key ends what it began within about this time. */
const LOOKS_EVERY_MS = 1_000;

/**
 * Ends a long answer when whoever asked for it may ask no more: they see a connection that breaks off. A look that fails, because a
 * database does not answer, ends nothing.
 */
export function whileAdmitted<S extends Readable>(stream: S, isAdmitted: () => Promise<boolean>): S {
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    const isEnded = await isAdmitted().then(
      (admitted) => !admitted,
      () => false,
    );
    isLooking = false;
    if (isEnded) stream.destroy(new Problem('invalid_token'));
  };
  const timer = setInterval(() => void look(), LOOKS_EVERY_MS);
  timer.unref();
  stream.once('close', () => clearInterval(timer));
  return stream;
}
