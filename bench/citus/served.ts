import { KillableProduct } from '../../test/support/killable-product.js';
import type { SetUp } from './set-ups.js';

/** A set-up, and the whole product on it in its own process, as `npm start` runs it. */
export interface Served {
  readonly setUp: SetUp;
  readonly product: KillableProduct;
}

export async function withProducts(setUps: readonly SetUp[], work: (served: readonly Served[]) => Promise<string>) {
  const served: Served[] = [];
  try {
    for (const setUp of setUps) {
      const environment = { DATABASE_OWNER_URL: setUp.ownerUrl };
      const product = await KillableProduct.open({ databaseUrl: setUp.databaseUrl, environment });
      served.push({ setUp, product });
      await product.start();
    }
    return await work(served);
  } finally {
    await Promise.all(served.map(({ product }) => product.close()));
  }
}
