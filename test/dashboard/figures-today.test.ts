import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER, NO_BROWSER, workerBrowser } from '../support/browser.js';
import { centsIn, openDashboard } from '../support/dashboard.js';
import {
  expectFootToHold,
  linksIn,
  type Opened,
  rowsBehind,
  sumOf,
  TALL,
  tilesIn,
} from '../support/dashboard-figures.js';
import { DEMO_NOW, type DemoInstance, openDemoInstance } from '../support/demo-instance.js';
import { navigate, settled, textOf, textsOf } from '../support/settled-page.js';

/* Figures of Today, of reports and of a lender equal the sums of the rows that they open, on the demo data. */

describe.skipIf(BROWSER === undefined)(`figures and their rows${NO_BROWSER}`, { timeout: 300_000 }, () => {
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

  it('tiles of Today: receipts by either day, open items, failures', async () => {
    await navigate(page, '/');
    const tiles = await tilesIn(page);
    expect(tiles.map(({ name }) => name)).toHaveLength(6);
    for (const { href, name, value, detail } of tiles) {
      const opened = await rowsOf(href);
      expectFootToHold(href, opened);
      if (value.includes('$')) {
        // The last column of receipts is net of reversals.
        expect([name, centsIn(value)]).toEqual([name, sumOf(opened, -1)]);
        expect([name, Number.parseInt(detail, 10)]).toEqual([name, opened.rows.length]);
        continue;
      }
      const isList = href.startsWith('/exceptions');
      expect([name, Number(value)]).toEqual([name, isList ? opened.items : opened.rows.length]);
      if (detail.startsWith('$')) {
        const amount = href.startsWith('/autopay') ? 8 : 1;
        expect([name, centsIn(detail)]).toEqual([name, sumOf(opened, amount)]);
      }
    }
    expect(complaints).toEqual([]);
  });

  it('receipts by day of entry: every bar', async () => {
    await navigate(page, '/');
    const bars = await linksIn(page, '[aria-label="Receipts by day of entry"] a');
    expect(bars.length).toBeGreaterThan(2);
    for (const { href, name } of bars) {
      const opened = await rowsOf(href);
      expectFootToHold(href, opened);
      expect([name, centsIn(name)]).toEqual([name, sumOf(opened, -1)]);
      const counted = /, (\d+) (loans?|payments?)$/.exec(name);
      if (counted !== null) expect([name, Number(counted[1])]).toEqual([name, opened.rows.length]);
    }
    expect(complaints).toEqual([]);
  });

  it.each(['/payments', '/autopay'])('the total of %s adds only money that stands, and says so', async (path) => {
    const opened = await rowsOf(path);
    expectFootToHold(path, opened);
    expect(opened.foot.filter((text) => /^net, without \$/.test(text))).toHaveLength(1);
  });

  it.each(['abr', 'dr', 'nsr', 'wor', 'pif'])('the footer of report %s is the sum of its rows', async (code) => {
    const { foot, rows } = await rowsOf(`/reports/${code}`);
    expect(rows.length).toBeGreaterThan(0);
    expect(foot[0]).toBe(`${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`);
    for (const [at, text] of foot.entries()) {
      if (!text.includes('$')) continue;
      const sum = rows.reduce((total, row) => total + (row[at] === '–' ? 0 : centsIn(row[at] ?? '')), 0);
      expect([at, centsIn(text)]).toEqual([at, sum]);
    }
  });

  it('a chosen lender stays chosen, and the figures are that lender’s', async () => {
    const statuses = page.locator('section', { has: page.getByRole('heading', { name: 'By status' }) });
    const principal = async () => centsIn(await textOf(statuses.locator('tfoot td').nth(2)));
    const lender = page.getByRole('button', { name: 'Lender' });
    await navigate(page, '/portfolio');
    const parts = await textsOf(statuses.locator('tbody tr td:nth-child(3)'));
    const all = await principal();
    expect(all).toBe(parts.reduce((sum, text) => sum + centsIn(text), 0));
    await lender.click();
    const names = await textsOf(page.getByRole('menuitemradio'));
    expect(names.length).toBeGreaterThan(2);
    await page.keyboard.press('Escape');
    let sum = 0;
    for (const name of names.slice(1)) {
      await lender.click();
      await page.getByRole('menuitemradio', { name }).click();
      await lender.getByText(name).waitFor();
      sum += await principal();
      await page.getByRole('link', { name: 'Loans', exact: true }).click();
      await page.getByRole('table', { name: 'Loans' }).locator('tbody tr[aria-rowindex]').first().waitFor();
      const lenders = await textsOf(page.locator('tbody tr[aria-rowindex] td:nth-last-child(2)'));
      expect(new Set(lenders)).toEqual(new Set([name]));
      await page.getByRole('link', { name: 'Portfolio', exact: true }).click();
      await page.getByRole('heading', { name: 'By status' }).waitFor();
    }
    expect(sum).toBe(all);
    await lender.click();
    await page.getByRole('menuitemradio', { name: 'All lenders' }).click();
    await lender.getByText('All lenders').waitFor();
    await settled(page);
    expect(new URL(page.url()).search).toBe('');
  });
});
