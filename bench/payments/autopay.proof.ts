import { proveAutopayKills } from '../../test/support/autopay-kills-proof.js';
import { openOwnPostgres } from '../../test/support/own-postgres.js';
import { proof, say } from '../support/bench.js';

/** Every run ended once, charged and posted, or refunded, or failed. */
export const bench = proof({ schedules: 120, kills: 5 }, async (given) => {
  await proveAutopayKills({ database: await openOwnPostgres(), ...given, say });
  return {};
});
