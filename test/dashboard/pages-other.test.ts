import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER, NO_BROWSER, workerBrowser } from '../support/browser.js';
import { openDashboard } from '../support/dashboard.js';
import { OTHER_VIEWS, viewIds } from '../support/dashboard-views.js';
import { problemsOf } from '../support/dashboard-views-check.js';
import { type DemoInstance, openDemoInstance } from '../support/demo-instance.js';

/* Pages about the portfolio, reports, emails and administration, in a real browser on the demo data. */

describe.skipIf(BROWSER === undefined)(`pages of the dashboard${NO_BROWSER}`, { timeout: 300_000 }, () => {
  let demo: DemoInstance;
  let ids: Readonly<Record<string, string>>;

  beforeAll(async () => {
    demo = await openDemoInstance({}, { isDemo: true });
    ids = await viewIds(demo);
  }, 300_000);
  afterAll(() => demo?.instance.close());

  it('each page is accessible, fits its width and causes no browser errors', async () => {
    const origin = new URL(demo.instance.graphqlUrl).origin;
    const options = { viewport: { width: 1600, height: 900 } };
    const { page, complaints, close } = await openDashboard(await workerBrowser(), origin, options);
    expect(await problemsOf(page, origin, OTHER_VIEWS, ids)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
});
