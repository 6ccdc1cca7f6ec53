import { proveExactlyOnce } from '../../test/support/exactly-once-proof.js';
import { KillableProduct } from '../../test/support/killable-product.js';
import { proof, say } from '../support/bench.js';
import { withDatabase } from '../support/database.js';

/** Each key made one payment, one posting and one answer. */
export const bench = proof({ keys: 200, copies: 20, kills: 4 }, (given) =>
  withDatabase(async ({ ownerUrl }) => {
    const product = await KillableProduct.open({ databaseUrl: ownerUrl });
    try {
      await product.start();
      await proveExactlyOnce({ product, ...given, say });
      return {};
    } finally {
      await product.close();
    }
  }),
);
