import { proveSdk } from '../../test/support/sdk-proof.js';
import { proof, say } from '../support/bench.js';
import { withDatabase } from '../support/database.js';

/** Each payment was recorded once, although parts and a loan system were killed, hung and reset. */
export const bench = proof({ payments: 5_000, seed: 1 }, ({ payments, seed }) =>
  withDatabase(async ({ databaseUrl, ownerUrl }) => {
    // All faults, once for each thousand payments.
    const mishaps = 16 * Math.max(Math.round(payments / 1_000), 1);
    const database = { url: ownerUrl, runUrl: databaseUrl };
    const found = await proveSdk({ database, payments, mishaps, seed, say });
    const { failed = 0, ...others } = found.statuses;
    const isProven =
      found.notOnce === 0 &&
      found.openKeys === 0 &&
      found.inTheBooks === payments &&
      found.booked === found.wanted &&
      failed <= found.begunAnew &&
      Object.keys(others).join() === 'posted';
    return { ...found, mishaps: found.mishaps.length, isProven };
  }),
);
