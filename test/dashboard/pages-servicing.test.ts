import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DASHBOARD_PAGES } from '../../gateway/dashboard/generated/page-addresses.js';
import { accessibilityInBothSchemes } from '../support/accessibility.js';
import { BROWSER, NO_BROWSER, workerBrowser } from '../support/browser.js';
import { openDashboard } from '../support/dashboard.js';
import { OTHER_VIEWS, patternOf, SERVICING_VIEWS, viewIds } from '../support/dashboard-views.js';
import { problemsOf } from '../support/dashboard-views-check.js';
import { type DemoInstance, openDemoInstance } from '../support/demo-instance.js';
import { settled } from '../support/settled-page.js';

/* Pages about loans and their payments, in a real browser on the demo data; the others are in pages-other.test.ts. */

it('the views of this file and of pages-other.test.ts cover every page of the dashboard', () => {
  const shown = new Set([...SERVICING_VIEWS, ...OTHER_VIEWS].map(patternOf));
  expect(DASHBOARD_PAGES.filter((path) => path !== '/sign-in' && !shown.has(path))).toEqual([]);
});

describe.skipIf(BROWSER === undefined)(`pages of the dashboard${NO_BROWSER}`, { timeout: 300_000 }, () => {
  let demo: DemoInstance;
  let ids: Readonly<Record<string, string>>;

  beforeAll(async () => {
    demo = await openDemoInstance({}, { isDemo: true });
    ids = await viewIds(demo);
  }, 300_000);
  afterAll(() => demo?.instance.close());

  it('the shell on a phone is accessible', async () => {
    const origin = new URL(demo.instance.graphqlUrl).origin;
    const options = { viewport: { width: 390, height: 900 } };
    const { page, complaints, close } = await openDashboard(await workerBrowser(), origin, options);
    expect(await accessibilityInBothSchemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Menu' }).click();
    await settled(page);
    expect(await accessibilityInBothSchemes(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('each page is accessible, fits its width and causes no browser errors', async () => {
    const origin = new URL(demo.instance.graphqlUrl).origin;
    const options = { viewport: { width: 1600, height: 900 } };
    const { page, complaints, close } = await openDashboard(await workerBrowser(), origin, options);
    expect(await problemsOf(page, origin, SERVICING_VIEWS, ids)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
});
