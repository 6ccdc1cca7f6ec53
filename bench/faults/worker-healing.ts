import { Random } from '../../prisma/seed/demo/random.js';
import { CUT_POINTS, recoverOnce } from '../../test/support/cut-worker-connection.js';
import { withDatabase } from '../support/database.js';
import type { FurtherProof } from './further-proofs.js';

const TIMES = 100;
const WITHIN_MS = 10_000;

/** A worker loses one connection at a seeded point, and must run a job within ten seconds. */
export const workerHealing: FurtherProof = {
  name: 'worker-healing',
  async run({ seed, say }) {
    const random = new Random(seed);
    const problems: string[] = [];
    let slowestMs = 0;
    await withDatabase(async ({ ownerUrl }) => {
      for (let time = 1; time <= TIMES; time += 1) {
        const cutPoint = random.oneOf(CUT_POINTS);
        const tookMs = await recoverOnce(ownerUrl, cutPoint).catch((error: unknown) => String(error));
        const isHealed = typeof tookMs === 'number' && tookMs <= WITHIN_MS;
        if (typeof tookMs === 'number') slowestMs = Math.max(slowestMs, tookMs);
        const result = typeof tookMs === 'number' ? `${Math.round(tookMs)} ms` : tookMs;
        if (!isHealed) problems.push(`worker-healing: a cut at: ${cutPoint}: ${result}`);
        say(`worker-healing ${time} of ${TIMES}: ${cutPoint}, ${result}`);
      }
    });
    const about = `one connection of a worker cut; a job runs within ten seconds, ${TIMES - problems.length} of ${TIMES}`;
    return { rows: [{ fault: 'worker-healing', about, count: TIMES, recoveryMs: slowestMs }], problems };
  },
};
