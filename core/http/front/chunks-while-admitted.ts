import { Problem } from '../../errors/problem.js';

/** How often the sender of an arriving file is checked. */
const CHECKS_EVERY_MS = 1_000;

/**
 * The same chunks, until their sender is no longer admitted. A check that fails, because a database does not answer,
 * does not end the upload.
 *
 * @throws {Problem} `invalid_token`
 */
export async function* chunksWhileAdmitted(
  chunks: AsyncIterable<Buffer>,
  isAdmitted: () => Promise<boolean>,
): AsyncGenerator<Buffer> {
  let checkedAt = performance.now();
  for await (const chunk of chunks) {
    if (performance.now() - checkedAt >= CHECKS_EVERY_MS) {
      checkedAt = performance.now();
      if (!(await isAdmitted().catch(() => true))) throw new Problem('invalid_token');
    }
    yield chunk;
  }
}
