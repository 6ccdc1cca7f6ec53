import { runAsynchronousFailover } from '../../test/support/failover.js';
import type { FurtherProof } from './further-proofs.js';

const ROWS = 600;

/**
 * The primary is lost in the middle of a batch, and a lagging replica is promoted: acknowledged payments may be lost,
 * but no row may claim otherwise.
 */
export const failover: FurtherProof = {
  name: 'asynchronous-failover',
  async run({ say }) {
    say(`asynchronous-failover: a batch of ${ROWS} rows`);
    const { recorded, lost, withoutPayment, outcomes, posted, recoveredMs } = await runAsynchronousFailover({
      rows: ROWS,
    });
    const problems = [
      ...(withoutPayment > 0 ? [`asynchronous-failover: ${withoutPayment} rows name lost payments`] : []),
      ...(posted === ROWS
        ? []
        : [`asynchronous-failover: ${posted} of ${ROWS} payments are in the ledger: ${JSON.stringify(outcomes)}`]),
    ];
    const about = `${lost} of ${recorded} committed payments not on the new primary; each row of the batch was tried again`;
    const row = {
      fault: 'asynchronous-failover',
      about,
      count: 1,
      acknowledged: recorded,
      lost,
      doubled: Math.max(0, posted - ROWS),
      recoveryMs: recoveredMs,
    };
    return { rows: [row], problems };
  },
};
