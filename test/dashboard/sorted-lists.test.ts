import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER, NO_BROWSER, openBrowser } from '../support/browser.js';
import { centsIn, openDashboard } from '../support/dashboard.js';
import { rowsBehind, sumOf, TALL } from '../support/dashboard-figures.js';
import { type DemoInstance, openDemoInstance } from '../support/demo-instance.js';
import { attributeOf, countOf, navigate, settled, textsOf } from '../support/settled-page.js';

/* The lists of the dashboard: sorted by their heads, filtered, added below, and downloaded as they are shown. */

describe.skipIf(BROWSER === undefined)(`the lists of the dashboard${NO_BROWSER}`, () => {
  let demo: DemoInstance;
  let browser: Browser;
  let origin: string;

  beforeAll(async () => {
    demo = await openDemoInstance({}, { isDemo: true });
    origin = new URL(demo.instance.graphqlUrl).origin;
    browser = await openBrowser();
  }, 300_000);
  afterAll(async () => {
    await browser.close();
    await demo.instance.close();
  });

  it('a head sorts, turns the order around and returns to the list’s own; it announces the order, which is in the address', async () => {
    const { page, complaints, close } = await openDashboard(browser, origin, { path: '/accounts', viewport: TALL });
    const head = page.locator('th', { hasText: 'Past due' });
    const order = async () => [await attributeOf(head, 'aria-sort'), new URL(page.url()).search];
    const press = async () => {
      await head.getByRole('button').focus();
      await page.keyboard.press('Enter');
      await settled(page);
    };
    expect(await order()).toEqual(['none', '']);
    const first = await textsOf(page.locator('tbody tr[aria-rowindex] td:first-child'));
    await press();
    expect(await order()).toEqual(['descending', '?sort=past_due&dir=desc']);
    const cents = (await textsOf(page.locator('tbody tr[aria-rowindex] td:nth-child(5)'))).map((cell) =>
      cell.includes('$') ? centsIn(cell) : 0,
    );
    expect(cents).toEqual(cents.toSorted((a, b) => b - a));
    expect(cents[0]).toBeGreaterThan(0);
    await press();
    expect(await order()).toEqual(['ascending', '?sort=past_due&dir=asc']);
    await press();
    expect(await order()).toEqual(['none', '']);
    expect(await textsOf(page.locator('tbody tr[aria-rowindex] td:first-child'))).toEqual(first);
    expect(complaints).toEqual([]);
    await close();
  });

  it.each([
    ['/accounts?days=30-59&sort=days_past_due&dir=desc', 3, 'loans'],
    ['/payments?text=a&method=check&sort=amount&dir=asc', 1, 'payments'],
    ['/receipts?sort=amount&dir=desc&method=check', 8, 'receipts'],
    ['/autopay?status=failed&sort=due&dir=asc', 8, 'autopay'],
    ['/disputes?sort=amount&dir=desc', 4, 'disputes'],
  ])('%s: the sum below, the rows and the file are the same', async (path, amountAt, list) => {
    const { page, close } = await openDashboard(browser, origin, { role: 'operator', path, viewport: TALL });
    const { rows, foot } = await rowsBehind(page)(path);
    expect(rows.length).toBeGreaterThan(0);
    expect(foot[0]).toMatch(new RegExp(`^${rows.length} `));
    const net = list === 'payments' || list === 'autopay';
    if (!net) expect(centsIn(foot[amountAt] ?? '')).toBe(sumOf({ rows }, amountAt));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(
      new RegExp(`^${list}-[\\p{L}\\p{N}-]+-\\d{4}-\\d\\d-\\d\\d\\.csv$`, 'u'),
    );
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\n');
    expect(lines.length - 1).toBe(rows.length);
    const borrowerAt = list === 'payments' ? 3 : 0;
    const named = lines
      .slice(1)
      .map((line, at) => [line.includes((rows[at]?.[borrowerAt] ?? '?').replace(/^–$/, '')), at]);
    expect(named.filter(([isSame]) => !isSame)).toEqual([]);
    await close();
  });

  it('a viewer has no button to download', async () => {
    const { page, close } = await openDashboard(browser, origin, { role: 'viewer', path: '/accounts' });
    expect(await countOf(page.getByRole('button', { name: 'Download CSV' }))).toBe(0);
    await navigate(page, '/reports/crr');
    expect(await countOf(page.getByRole('button', { name: 'Download CSV' }))).toBe(0);
    await close();
  });

  it('a refused file is reported beside its button', async () => {
    const { page, close } = await openDashboard(browser, origin, { role: 'operator', path: '/accounts' });
    await page.route('**/exports/lists/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Download CSV' }).click();
    await page.getByRole('alert').waitFor();
    expect(await textsOf(page.getByRole('alert'))).toEqual(['The download broke off.']);
    await page.unrouteAll({ behavior: 'wait' });
    await close();
  });
});
