import { proveRemoteExactlyOnce } from '../../test/support/remote-exactly-once-proof.js';
import { proof, say } from '../support/bench.js';
import { withDatabase } from '../support/database.js';

/** Each payment was posted once, or truthfully reported as not posted. */
export const bench = proof({ keys: 500, kills: 10 }, (given) =>
  withDatabase(async ({ ownerUrl }) => {
    await proveRemoteExactlyOnce({ databaseUrl: ownerUrl, ...given, atATime: 120, say });
    return {};
  }),
);
