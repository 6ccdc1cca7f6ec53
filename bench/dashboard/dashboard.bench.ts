import { withClient } from '../../core/db/with-client.js';
import { systemClock } from '../../core/time/clock.js';
import { seedBulk } from '../../prisma/seed/bulk/seed-bulk.js';
import { say, withNumbers } from '../support/bench.js';
import { type DemoProduct, withDemoProduct } from './demo-product.js';
import { firstPage } from './first-page.js';
import { pageRequests } from './page-requests.js';
import { type Line, limitsTable, lineOf } from './report.js';
import { scrolled } from './scrolled.js';
import { collectPayments, searches } from './searched.js';

/** The waiting times of the dashboard, compared with their limits: on demo data, then with many transactions. */
export const bench = withNumbers(
  { transactions: 1_000_000, rows: 10_000, rounds: 10 },
  ({ transactions, rows, rounds }) =>
    withDemoProduct(async (product) => {
      const { browser, origin } = product;
      const lines: Line[] = [];
      say('the first page, cold …');
      lines.push(...(await firstPage(browser, origin, rounds)));
      say('each page’s requests on demo data …');
      for (const { path, requests, p95Ms } of await pageRequests(product, rounds)) {
        lines.push(lineOf(`${path}: requests`, requests, 4, ''));
        lines.push(lineOf(`${path}: p95 of them, demo data`, p95Ms, 100, 'ms'));
      }
      await seedMany(product, transactions, rows);
      say('each kind of search with many transactions …');
      lines.push(...(await searches(product, rounds)));
      say('each page’s requests with many transactions …');
      for (const { path, p95Ms } of await pageRequests(product, rounds))
        lines.push(lineOf(`${path}: p95, many transactions`, p95Ms, 300, 'ms'));
      say(`scrolling ${rows} loans …`);
      lines.push(...(await scrolled(browser, origin, rows)));
      process.stdout.write(limitsTable(lines));
    }),
);

/** As many accounts as the table needs rows. */
async function seedMany(product: DemoProduct, transactions: number, accounts: number) {
  const { instance, ownerUrl, closeDays } = product;
  const started = performance.now();
  const took = () => `${((performance.now() - started) / 1_000).toFixed(1)} s`;
  const size = { transactions, organizations: 4, accounts };
  await seedBulk({ db: instance.resources.db, databaseUrl: ownerUrl, clock: systemClock, size });
  say(`seeded ${transactions} transactions in ${took()}`);
  say(`made ${await collectPayments(product)} of them payments recorded here after ${took()}`);
  await closeDays();
  await withClient(ownerUrl, (client) => client.query('vacuum analyze'));
  say(`closed their days after ${took()}`);
}
