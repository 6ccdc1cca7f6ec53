import type { Browser } from 'playwright-core';
import { withClient } from '../../core/db/with-client.js';
import { systemClock } from '../../core/time/clock.js';
import { seedBulk } from '../../prisma/seed/bulk/seed-bulk.js';
import { seedDemo } from '../../prisma/seed/demo/seed.js';
import { openBrowser } from '../../test/support/browser.js';
import { numbers } from '../numbers.js';
import { firstPage } from './first-page.js';
import { pageRequests } from './page-requests.js';
import { type Product, startProduct } from './product.js';
import { type Line, lineOf, table } from './report.js';
import { scrolled } from './scrolled.js';

const {
  transactions: TRANSACTIONS,
  rows: ROWS,
  rounds: ROUNDS,
} = numbers('bench:dashboard', 'How fast the dashboard is in a browser: on demo data, then with many transactions.', {
  transactions: 1_000_000,
  rows: 10_000,
  rounds: 10,
});

const say = (text: string) => process.stderr.write(`${text}\n`);

/**
 * `npm run bench:dashboard -- [transactions] [rows] [rounds]`: the waiting times of the dashboard, compared with their
 * limits.
 */
async function main(): Promise<void> {
  say('starting the product on demo data …');
  const product = await startProduct();
  let browser: Browser | undefined;
  try {
    await seedDemo({ db: product.instance.resources.db, clock: systemClock });
    await product.closeDays();
    browser = await openBrowser();
    const lines: Line[] = [];
    say('the first page, cold …');
    lines.push(...(await firstPage(browser, product.origin, ROUNDS)));
    say('each page’s requests on demo data …');
    const demo = await pageRequests(browser, product, ROUNDS);
    lines.push(
      ...demo.flatMap(({ path, requests, p95Ms }) => [
        lineOf(`${path}: requests`, requests, 3, ''),
        lineOf(`${path}: p95 of them, demo data`, p95Ms, 100, 'ms'),
      ]),
    );
    await seedMany(product);
    say('each page’s requests with many transactions …');
    const many = await pageRequests(browser, product, ROUNDS);
    lines.push(...many.map(({ path, p95Ms }) => lineOf(`${path}: p95, many transactions`, p95Ms, 300, 'ms')));
    say(`scrolling ${ROWS} loans …`);
    lines.push(...(await scrolled(browser, product.origin, ROWS)));
    process.stdout.write(table(lines));
  } finally {
    await browser?.close();
    await product.stop();
  }
}

/** As many accounts as the table needs rows. */
async function seedMany({ instance, ownerUrl, closeDays }: Product): Promise<void> {
  const started = performance.now();
  const size = { transactions: TRANSACTIONS, organizations: 4, accounts: ROWS };
  await seedBulk({ db: instance.resources.db, databaseUrl: ownerUrl, clock: systemClock, size });
  say(`seeded ${TRANSACTIONS} transactions in ${((performance.now() - started) / 1_000).toFixed(1)} s`);
  await closeDays();
  await withClient(ownerUrl, (client) => client.query('vacuum analyze'));
  say(`closed their days after ${((performance.now() - started) / 1_000).toFixed(1)} s`);
}

await main();
