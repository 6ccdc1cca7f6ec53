import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER, NO_BROWSER, workerBrowser } from '../support/browser.js';
import { centsIn, openDashboard } from '../support/dashboard.js';
import {
  expectFootToHold,
  linesIn,
  linksIn,
  type Opened,
  rowsBehind,
  sumOf,
  TALL,
} from '../support/dashboard-figures.js';
import { DEMO_NOW, type DemoInstance, openDemoInstance } from '../support/demo-instance.js';
import { navigate } from '../support/settled-page.js';

/* Every bar and every cell of the portfolio equals the sum of the rows that it opens, on the demo data. */

describe.skipIf(BROWSER === undefined)(`the portfolio and its rows${NO_BROWSER}`, { timeout: 300_000 }, () => {
  let demo: DemoInstance;
  let page: Page;
  let complaints: readonly string[];
  let rowsOf: (path: string) => Promise<Opened>;

  beforeAll(async () => {
    const settings = { RATE_LIMIT_API_PER_MINUTE: '100000', RATE_LIMIT_API_BURST: '100000' };
    demo = await openDemoInstance(settings, { isDemo: true, areDaysClosed: true });
    const origin = new URL(demo.instance.graphqlUrl).origin;
    ({ page, complaints } = await openDashboard(await workerBrowser(), origin, { viewport: TALL, now: DEMO_NOW }));
    rowsOf = rowsBehind(page);
  }, 300_000);
  afterAll(async () => {
    await page?.context().close();
    await demo?.instance.close();
  });

  it.each([
    ['Balance of open loans by month', 2],
    ['Share of the balance that is past due, by month', 2],
    ['Originations by month', 3],
    ['Charge-offs by month', 3],
    ['Receipts by method, by business day', -1],
    ['Receipts by loan system, by business day', -1],
  ] as const)('%s: every bar', async (chart, column) => {
    await navigate(page, '/portfolio');
    const bars = await linksIn(page, `[aria-label="${chart}"] a`);
    expect(bars.length).toBeGreaterThan(2);
    for (const { href, name } of bars) {
      const opened = await rowsOf(href);
      expectFootToHold(href, opened);
      expect([name, centsIn(name)]).toEqual([name, sumOf(opened, column)]);
      const counted = /, (\d+) (loans?|payments?)$/.exec(name);
      if (counted !== null) expect([name, Number(counted[1])]).toEqual([name, opened.rows.length]);
    }
    expect(complaints).toEqual([]);
  });

  it('roll rates: every cell with moved loans', async () => {
    await navigate(page, '/portfolio');
    const cells = await linksIn(page, '[aria-label="Roll rates by month, of balance"] a');
    expect(cells.length).toBeGreaterThan(10);
    for (const { href, name, text } of cells) {
      const opened = await rowsOf(href);
      expectFootToHold(href, opened);
      expect([name, centsIn(name)]).toEqual([name, sumOf(opened, 2)]);
      expect([name, Number(/, (\d+) loans?$/.exec(name)?.[1])]).toEqual([name, opened.rows.length]);
      expect(name).toContain(`: ${text}, `);
    }
    expect(complaints).toEqual([]);
  });

  it.each([
    ['Aging', { balance: 0, loans: 1 }, 2],
    ['By status', { balance: 1, loans: 0 }, 3],
  ] as const)('%s: every row', async (title, at, column) => {
    await navigate(page, '/portfolio');
    const lines = await linesIn(page, title);
    expect(lines.length).toBeGreaterThan(3);
    for (const { href, figures } of lines) {
      const opened = await rowsOf(href);
      expect([href, Number(figures[at.loans])]).toEqual([href, opened.rows.length]);
      expect([href, centsIn(figures[at.balance] ?? '')]).toEqual([href, sumOf(opened, column)]);
    }
  });
});
