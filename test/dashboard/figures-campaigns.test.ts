import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER, NO_BROWSER, workerBrowser } from '../support/browser.js';
import { accessibility, openDashboard, overflowing } from '../support/dashboard.js';
import { linksIn, type Opened, rowsBehind, TALL } from '../support/dashboard-figures.js';
import { DEMO_NOW, type DemoInstance, openDemoInstance } from '../support/demo-instance.js';
import { attributeOf, navigate, textOf } from '../support/settled-page.js';

/* Every number of a campaign equals the recipients that it opens, on the demo data. */

describe.skipIf(BROWSER === undefined)(`campaigns and their recipients${NO_BROWSER}`, { timeout: 300_000 }, () => {
  let demo: DemoInstance;
  let page: Page;
  let complaints: readonly string[];
  let rowsOf: (path: string) => Promise<Opened>;

  beforeAll(async () => {
    demo = await openDemoInstance({}, { isDemo: true });
    const origin = new URL(demo.instance.graphqlUrl).origin;
    const role = 'viewer';
    ({ page, complaints } = await openDashboard(await workerBrowser(), origin, {
      role,
      viewport: TALL,
      now: DEMO_NOW,
    }));
    rowsOf = rowsBehind(page);
  }, 300_000);
  afterAll(async () => {
    await page?.context().close();
    await demo?.instance.close();
  });

  it('every number of recipients and of events', async () => {
    await navigate(page, '/messaging');
    const numbers = await linksIn(page, '.funnels a');
    const events: [string, number][] = [];
    for (const row of await page.locator('.funnels tbody tr:has(td:nth-child(3) a)').all()) {
      const href = await attributeOf(row.locator('td:nth-child(3) a'), 'href');
      events.push([href ?? '', Number(await textOf(row.locator('td').nth(3)))]);
    }
    expect(numbers.length).toBeGreaterThan(8);
    expect(numbers.some(({ name }) => name.startsWith('Opened, automated: '))).toBe(true);
    for (const { href, name, text } of numbers) {
      const { rows } = await rowsOf(href);
      expect([name, href, rows.length]).toEqual([name, href, Number(text)]);
      expect(name).toMatch(new RegExp(`: ${rows.length} recipients?$`));
    }
    expect(events.length).toBeGreaterThan(6);
    for (const [href, total] of events) {
      const { rows } = await rowsOf(href);
      expect([href, rows.reduce((sum, [, count]) => sum + Number(count), 0)]).toEqual([href, total]);
    }
    expect(complaints).toEqual([]);
  });

  it('there are no rates, and the page says why', async () => {
    await navigate(page, '/messaging');
    const text = await textOf(page.locator('.funnels .card').first());
    expect(text).toContain('No rates are shown: sent and delivered emails are not stored');
    expect(text).toContain('Automated recipients');
    expect(text).not.toContain('%');
  });

  it('the recipients’ page is accessible, shows masked addresses only, and fits', async () => {
    await navigate(page, '/messaging');
    const [link] = await linksIn(page, '.funnels a[aria-label^="Bounced"]');
    await navigate(page, link?.href ?? '');
    const text = await textOf(page.locator('main'));
    expect(text).toContain('•••@');
    expect(text).toContain('Hard');
    expect(text).not.toMatch(/[\w.]{2,}@[\w.]+/);
    expect(await accessibility(page)).toEqual([]);
    expect(await overflowing(page)).toEqual([]);
  });
});
