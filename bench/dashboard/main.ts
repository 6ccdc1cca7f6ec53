import 'reflect-metadata';
import { loadavg } from 'node:os';
import type { Browser, Page } from 'playwright-core';
import { systemClock } from '../../core/clock.js';
import { seedBulk } from '../../prisma/seed/bulk/seed-bulk.js';
import { seedDemo } from '../../prisma/seed/demo/seed.js';
import { openBrowser } from '../../test/support/browser.js';
import { openDashboard } from '../../test/support/dashboard.js';
import { openHouse } from '../../test/support/house.js';
import { openOwnPostgres } from '../../test/support/own-postgres.js';
import { numbers } from '../numbers.js';
import { median, quantile } from '../report.js';

const { rows: ROWS, loads: LOADS } = numbers(
  'bench:dashboard',
  'The dashboard in a browser: starting, and scrolling.',
  {
    rows: 10_000,
    loads: 7,
  },
);
/** What is promised. */
const MOST = { interactiveMs: 1_500, longTaskMs: 50, frameMs: 33 };
const WHEEL = 600;

const say = (line: string) => process.stderr.write(`${line}\n`);

interface Scrolling {
  readonly longestTaskMs: number;
  readonly frames: readonly number[];
}

/** `npm run bench:dashboard -- [rows] [loads]`: ends with 1 where the page is slower than it is promised to be. */
async function main(): Promise<void> {
  const database = await openOwnPostgres();
  const house = await openHouse({ database, worker: false, isDemo: true });
  const browser = await openBrowser();
  try {
    const { db } = house.resources;
    await seedDemo({ db, clock: systemClock });
    const size = { transactions: 2 * ROWS, organizations: 1, accounts: Math.ceil(ROWS / 50) };
    await seedBulk({ db, databaseUrl: database.url, clock: systemClock, size });
    say('seeded');
    const origin = new URL(house.graphqlUrl).origin;
    const interactiveMs = median(await starts(browser, origin));
    const { longestTaskMs, frames } = await scrolls(browser, origin);
    const frameMs = quantile(frames, 0.95);
    process.stdout.write(
      [
        `| the dashboard, ${ROWS} rows | measured | at most |`,
        '|---|---|---|',
        `| figures of the first page shown, median of ${LOADS}, empty cache, ms | ${interactiveMs.toFixed(0)} | ${MOST.interactiveMs} |`,
        `| longest task while the table scrolls, ms (0: none above 50) | ${longestTaskMs.toFixed(0)} | ${MOST.longTaskMs} |`,
        `| frames while it scrolls, 95th percentile of ${frames.length}, ms | ${frameMs.toFixed(1)} | ${MOST.frameMs} |`,
        `| load of the machine, one minute | ${loadavg()[0]?.toFixed(1)} | |`,
        '',
      ].join('\n'),
    );
    const isKept = interactiveMs < MOST.interactiveMs && longestTaskMs <= MOST.longTaskMs && frameMs < MOST.frameMs;
    process.exitCode = isKept ? 0 : 1;
  } finally {
    await browser.close();
    await house.close();
    await database.drop();
  }
}

/** Milliseconds from going there to the first page with its figures, each time with nothing in the cache. */
async function starts(browser: Browser, origin: string): Promise<readonly number[]> {
  const { page, close } = await openDashboard(browser, origin);
  const storageState = await page.context().storageState();
  const taken: number[] = [];
  for (let load = 0; load < LOADS; load += 1) {
    const context = await browser.newContext({ storageState, viewport: { width: 1440, height: 900 } });
    const fresh = await context.newPage();
    await fresh.goto(origin, { waitUntil: 'commit' });
    const shown = await fresh.waitForFunction(
      `/\\d/.test(document.querySelector('.tile .value')?.textContent ?? '') && performance.now()`,
      undefined,
      { polling: 'raf' },
    );
    taken.push(Number(await shown.jsonValue()));
    await context.close();
  }
  await close();
  return taken;
}

/** First to the end, so that every row is in the table; then all the way, measured. */
async function scrolls(browser: Browser, origin: string): Promise<Scrolling> {
  const { page, close } = await openDashboard(browser, origin);
  await page.goto(`${origin}/reports/crr?from=2000-01-01`);
  await page.locator('tbody tr[aria-rowindex]').first().waitFor();
  while ((await height(page)) < ROWS * 36) {
    const before = await height(page);
    await page.evaluate(`document.querySelector('.table-frame').scrollTop = 1e9`);
    await page.waitForFunction(`document.querySelector('.table-frame').scrollHeight > ${before}`);
  }
  say(`${Math.floor((await height(page)) / 36)} rows are in the table`);
  await page.evaluate(`document.querySelector('.table-frame').scrollTop = 0`);
  await page.locator('tbody tr[aria-rowindex="2"]').waitFor();
  await page.evaluate(WATCH);
  await page.locator('.table-frame').hover();
  const steps = Math.ceil((ROWS * 36) / WHEEL / 2);
  for (let step = 0; step < steps; step += 1) await page.mouse.wheel(0, WHEEL);
  const seen = await page.evaluate<Scrolling>('globalThis.watched');
  await close();
  return seen;
}

function height(page: Page): Promise<number> {
  return page.evaluate<number>(`document.querySelector('.table-frame').scrollHeight`);
}

const WATCH = `
  globalThis.watched = { longestTaskMs: 0, frames: [] };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.longestTaskMs = Math.max(watched.longestTaskMs, duration);
  }).observe({ type: 'longtask' });
  let last = performance.now();
  const frame = (now) => {
    watched.frames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
`;

await main();
