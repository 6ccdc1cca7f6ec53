import { openOwnPostgres } from '../../test/support/own-postgres.js';
import { proveWebhooks } from '../../test/support/webhook-proof.js';
import { proof, say } from '../support/bench.js';

/** Each state change has one delivered event, and no other events were delivered. */
export const bench = proof({ changes: 10_000, seed: 1 }, async (given) => {
  const found = await proveWebhooks({ database: await openOwnPostgres(), ...given, kills: 40, say });
  return { ...found, isProven: found.lost + found.invented + found.underTwoIds + found.wronglySigned === 0 };
});
