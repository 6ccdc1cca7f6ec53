import { Readable } from 'node:stream';
import { WorkerThread } from '../../../../core/threads/worker-thread.js';
import type { Letter } from './paragraphs.js';

/** The compiled file, also when this file runs from source in tests. */
const PROGRAM = new URL(
  import.meta.url.endsWith('.ts')
    ? '../../../../dist/rest-facade/mirrored/accounts/payoff-letter/letter-program.js'
    : './letter-program.js',
  import.meta.url,
);

/** A letter takes about 50 ms: instead of waiting behind ten others, a caller is refused and retries. */
const MOST_WAITING = 200;

const thread = new WorkerThread<Letter, Uint8Array>(PROGRAM, MOST_WAITING);

/**
 * The letter as PDF, written in a worker thread so that a burst of letters blocks nothing else.
 *
 * @throws {Problem} `service_unavailable` when too many wait
 */
export async function writeLetter(letter: Letter): Promise<Readable> {
  return Readable.from([Buffer.from(await thread.ask(letter))]);
}
