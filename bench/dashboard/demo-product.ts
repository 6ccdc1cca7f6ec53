import type { Browser } from 'playwright-core';
import { type Clock, systemClock } from '../../core/time/clock.js';
import { seedDemo } from '../../prisma/seed/demo/seed.js';
import { openBrowser } from '../../test/support/browser.js';
import { closeDemoDays } from '../../test/support/close-demo-days.js';
import { silent } from '../../test/support/identity.js';
import { openTestInstance, type TestInstance } from '../../test/support/test-instance.js';
import { say } from '../support/bench.js';
import { withDatabase } from '../support/database.js';

export interface DemoProduct {
  readonly instance: TestInstance;
  readonly browser: Browser;
  /** The dashboard's address. */
  readonly origin: string;
  /** As the owner, for bulk data. */
  readonly ownerUrl: string;
  /** Closes past days, and writes the loans' positions for each. */
  closeDays(): Promise<void>;
}

/** The whole product in this process on demo data, with sign-in by one click; its worker is idle. */
export function withDemoProduct(work: (product: DemoProduct) => Promise<void>, clock: Clock = systemClock) {
  return withDatabase(async ({ databaseUrl, ownerUrl }) => {
    say('starting the product on demo data …');
    const database = { url: ownerUrl, runUrl: databaseUrl, drop: async () => undefined };
    const instance = await openTestInstance({ database, worker: false, clock, isDemo: true });
    let browser: Browser | undefined;
    try {
      const { db } = instance.resources;
      await seedDemo({ db, clock });
      const closeDays = () => closeDemoDays({ db, clock, logger: silent });
      await closeDays();
      browser = await openBrowser();
      await work({ instance, browser, origin: new URL(instance.graphqlUrl).origin, ownerUrl, closeDays });
    } finally {
      await browser?.close();
      await instance.close();
    }
  });
}
