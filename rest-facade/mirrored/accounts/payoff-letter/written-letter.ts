import { Readable } from 'node:stream';
import { AskedThread } from '../../../../core/threads/asked-thread.js';
import type { Letter } from './paragraphs.js';

/** Compiled, also when this file runs from its source under the tests. */
const PROGRAM = new URL(
  import.meta.url.endsWith('.ts')
    ? '../../../../dist/rest-facade/mirrored/accounts/payoff-letter/letter-program.js'
    : './letter-program.js',
  import.meta.url,
);

/** A letter takes a twentieth of a second: whoever would wait for ten comes again. */
const MOST_WAITING = 200;

const thread = new AskedThread<Letter, Uint8Array>(PROGRAM, MOST_WAITING);

/**
 * The letter as a PDF, written in a thread: a burst of letters holds up nothing else.
 *
 * @throws {Problem} `service_unavailable` when too many wait
 */
export async function writtenLetter(letter: Letter): Promise<Readable> {
  return Readable.from([Buffer.from(await thread.ask(letter))]);
}
