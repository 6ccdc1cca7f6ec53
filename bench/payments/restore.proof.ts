import { proveRestore } from '../../test/support/restore-proof.js';
import { proof, say } from '../support/bench.js';
import { withDatabase } from '../support/database.js';

/** No posting is doubled or lost, whatever the clients send again. */
export const bench = proof({ payments: 10_000, reversals: 1_000 }, (given) =>
  withDatabase(async ({ ownerUrl: url, databaseUrl: runUrl }) => {
    const found = await proveRestore({ database: { url, runUrl }, ...given, atATime: 24, say });
    const isProven = Object.values(found).every(
      ({ doubled, lost, reversals, reversed }) => doubled === 0 && lost === 0 && reversals === reversed,
    );
    return { ...found, isProven };
  }),
);
