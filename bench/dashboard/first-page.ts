import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { openDashboard } from '../../test/support/dashboard.js';
import { median } from '../support/figures.js';
import { type Line, lineOf } from './report.js';

/** Records when the first figure of Today is shown, and each task that blocked the page. */
const WATCH = `
  globalThis.shownAt = undefined;
  globalThis.longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ startTime, duration }) => startTime + duration)))
    .observe({ type: 'longtask', buffered: true });
  const look = () => {
    const value = document.querySelector('.tile .value');
    if (value !== null && value.textContent !== '–') globalThis.shownAt = performance.now();
    else requestAnimationFrame(look);
  };
  look();`;

/**
 * From the click on a link to it until its figures are shown and it responds, signed in: with an empty browser cache,
 * and with the files of an earlier visit.
 */
export async function firstPage(browser: Browser, origin: string, rounds: number): Promise<readonly Line[]> {
  const signedIn = await openDashboard(browser, origin);
  const storageState = await signedIn.page.context().storageState();
  await signedIn.close();
  const [cold, warm]: number[][] = [[], []];
  let bytes = 0;
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext({ storageState, viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const bodies: Promise<Buffer>[] = [];
    page.on('response', (response) => response.url().includes('/assets/') && bodies.push(response.body()));
    await page.addInitScript(WATCH);
    cold?.push(await untilUsable(page, origin));
    bytes = (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body).length, 0);
    await page.goto('about:blank');
    warm?.push(await untilUsable(page, origin));
    await context.close();
  }
  const lines = [
    ['cold', cold],
    ['warm', warm],
  ] as const;
  return [
    ...lines.flatMap(([how, times = []]) => [
      lineOf(`first page, ${how}, until it can be used: median`, median(times), 1_500, 'ms'),
      lineOf(`first page, ${how}, until it can be used: worst`, Math.max(...times), 1_500, 'ms'),
    ]),
    lineOf('first page, its files, gzipped', bytes / 1_000, 300, 'KB'),
  ];
}

async function untilUsable(page: Page, origin: string): Promise<number> {
  await page.goto(origin);
  await page.locator('.tile .value', { hasText: /\d/ }).first().waitFor();
  await page.waitForLoadState('networkidle');
  return Number(await page.evaluate('Math.max(shownAt, ...longTasks.filter((end) => end < shownAt + 1000))'));
}
