import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemPrincipal } from '../../core/principal/principal.js';
import { createOrganization } from '../../subgraphs/servicing/platform/organization/create-organization.js';
import { BROWSER, NO_BROWSER, workerBrowser } from '../support/browser.js';
import { centsIn, openDashboard } from '../support/dashboard.js';
import { tilesIn } from '../support/dashboard-figures.js';
import { DEMO_NOW, type DemoInstance, openDemoInstance } from '../support/demo-instance.js';
import { failedEndpoint } from '../support/failed-endpoint.js';
import { countOf, navigate, open, textOf, textsOf, waitUntilAbsent } from '../support/settled-page.js';

/* Each lender has its own day, time zone and rows; sandbox organizations are in no figure of the others. */

const ADMIN = { ...systemPrincipal('test'), kind: 'operator', role: 'admin' } as const;
const SANDBOX = 'Trial Lending';

describe.skipIf(BROWSER === undefined)(`lenders in the dashboard${NO_BROWSER}`, { timeout: 180_000 }, () => {
  let demo: DemoInstance;
  let browser: Browser;
  let origin: string;
  let sandboxId: string;

  beforeAll(async () => {
    demo = await openDemoInstance({}, { isDemo: true });
    browser = await workerBrowser();
    origin = new URL(demo.instance.graphqlUrl).origin;
    const { pool } = demo.instance.resources;
    const names = { displayName: SANDBOX, legalName: `${SANDBOX} LLC`, sandbox: true };
    sandboxId = (await createOrganization(demo.instance.resources, ADMIN, names)).id;
    await pool.query('update test_clock set offset_days = 40 where organization_id = $1', [sandboxId]);
  }, 300_000);
  afterAll(() => demo?.instance.close());

  const opened = async (path: string, options: object = {}) =>
    openDashboard(browser, origin, { path, now: DEMO_NOW, ...options });
  const receivedToday = async (page: Page) =>
    (await tilesIn(page)).find(({ name }) => name.startsWith('Received'))?.value ?? '';
  const aboutOf = (page: Page) => textOf(page.locator('.page > header .about'));

  it('Today shows the lenders’ day while a sandbox is ahead, and the sandbox its own', async () => {
    const { page, complaints, close } = await opened('/');
    expect(await aboutOf(page)).toContain('Nov 18, 2026');
    expect(await aboutOf(page)).not.toContain('Dec');
    expect(centsIn(await receivedToday(page))).toBeGreaterThan(0);
    await navigate(page, `/?lender=${sandboxId}`);
    expect(await aboutOf(page)).toContain('Dec 28, 2026');
    expect(complaints).toEqual([]);
    await close();
  });

  it('lenders whose days differ each have their receipts of their own day', async () => {
    const { pool } = demo.instance.resources;
    const [, , west] = demo.organizationIds;
    const { rows } = await pool.query('select id, time_zone from organization where id = $1', [west]);
    await pool.query("update organization set time_zone = 'Pacific/Kiritimati' where id = $1", [west]);
    const { page, close } = await opened('/');
    const names = (await tilesIn(page)).map(({ name }) => name).filter((name) => name.startsWith('Received'));
    expect(names).toEqual([
      'Received Nov 19 · today in Kiritimati',
      expect.stringMatching(/^Received Nov 18 · today in (New York|Chicago)/),
    ]);
    await close();
    await pool.query('update organization set time_zone = $2 where id = $1', [west, rows[0]?.time_zone]);
  });

  it('By status on Portfolio and the list that it opens leave the sandbox out; chosen, it is in both', async () => {
    const { page, close } = await opened('/portfolio', { viewport: { width: 1600, height: 12_000 } });
    const active = page.locator('section', { has: page.getByRole('heading', { name: 'By status' }) }).locator('tr', {
      hasText: 'Current',
    });
    const counted = Number(await textOf(active.locator('td').nth(1)));
    const isSandboxThere = async () => (await page.content()).includes(SANDBOX);
    await active.getByRole('link').click();
    const rows = page.getByRole('table', { name: 'Loans' }).locator('tbody tr[aria-rowindex]');
    await rows.first().waitFor();
    expect(await countOf(rows)).toBe(counted);
    expect(await isSandboxThere()).toBe(false);
    await page.getByText('Sandbox organizations are listed only when one of them is chosen.').waitFor();
    await navigate(page, `/accounts?status=active&lender=${sandboxId}`);
    expect(await countOf(rows)).toBeGreaterThan(0);
    await close();
  });

  it('the chosen lender limits keys, webhooks, operators, campaigns, workspaces, the audit log and the palette', async () => {
    const { pool } = demo.instance.resources;
    const [first = '', second = ''] = demo.organizationIds;
    await failedEndpoint(pool, first);
    const { page, close } = await opened(`/developers/webhooks?lender=${first}`);
    const count = (table: string) =>
      countOf(page.getByRole('table', { name: table }).locator('tbody tr[aria-rowindex]'));
    expect(await count('Webhooks')).toBe(1);
    await navigate(page, `/developers/webhooks?lender=${second}`);
    await page.getByText('No endpoint yet').waitFor();
    await demo.api([first]);
    await navigate(page, `/developers/keys?lender=${first}`);
    expect(await count('API keys')).toBe(1);
    await navigate(page, `/developers/keys?lender=${second}`);
    await page.getByText('No key yet').waitFor();
    await navigate(page, `/admin/audit?lender=${sandboxId}`);
    expect(new Set(await textsOf(page.locator('tbody tr[aria-rowindex] td:nth-child(4)')))).toEqual(
      new Set(['Organization: create']),
    );
    await navigate(page, `/messaging?lender=${sandboxId}`);
    await page.getByText('No campaign is registered yet').waitFor();
    await page.getByText('No template yet').waitFor();
    await navigate(page, `/suppressed?lender=${sandboxId}`);
    await page.getByText('No suppressed addresses').waitFor();
    await navigate(page, `/accounts?lender=${sandboxId}`);
    await page.getByRole('button', { name: 'Find anything' }).click();
    await page.keyboard.type('ALD-2026');
    await page.getByText('No matches.').waitFor();
    await close();
  });

  it('pages that no lender changes say so', async () => {
    const { page, close } = await opened('/loan-systems');
    await page.getByText('Not by lender').waitFor();
    await waitUntilAbsent(page.getByRole('button', { name: /^Lender/ }));
    await close();
  });

  it('opening a tie-out day does not choose its lender', async () => {
    const { page, close } = await opened(`/tie-out/2026-11-17?of=${demo.organizationIds[0]}`);
    await page.getByRole('heading', { name: /^Tie-out of/ }).waitFor();
    await waitUntilAbsent(page.getByRole('button', { name: 'Lender: All lenders' }));
    await page.getByRole('link', { name: 'All days' }).click();
    await page.getByRole('button', { name: 'Lender: All lenders' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await close();
  });

  it('times are in the lender’s time zone, whatever the browser’s is', async () => {
    const [, , west = ''] = demo.organizationIds;
    const seen: (readonly string[])[] = [];
    for (const timezoneId of ['Asia/Tokyo', 'America/New_York']) {
      const { page, close } = await opened('/payments', { timezoneId });
      const recorded = page.locator('tbody tr[aria-rowindex] td:first-child');
      expect(await aboutOf(page)).toContain('Times are in New York.');
      seen.push(await textsOf(recorded));
      await open(page, `${origin}/payments?lender=${west}`);
      expect(await aboutOf(page)).toContain('Times are in Los Angeles.');
      seen.push(await textsOf(recorded));
      await close();
    }
    expect(seen[2]).toEqual(seen[0]);
    expect(seen[3]).toEqual(seen[1]);
  });

  it('a filter by day selects the days that the page shows', async () => {
    const { pool } = demo.instance.resources;
    // In the evening in America, on the next day in UTC.
    const { rows } = await pool.query<{ id: string; organization_id: string }>(
      `update collected_payment set created_at = '2026-11-18T02:00:00Z'
       where id = (select id from collected_payment order by created_at desc limit 1) returning id, organization_id`,
    );
    const { id, organization_id: lender } = rows[0] ?? { id: '', organization_id: '' };
    const { page, close } = await opened(`/payments?lender=${lender}&from=2026-11-17&to=2026-11-17`);
    await page.locator(`a[href^="/payments/${id}"]`).first().waitFor();
    const days = await textsOf(page.locator('tbody tr[aria-rowindex] td:first-child'));
    expect(new Set(days.map((text) => text.slice(0, 12)))).toEqual(new Set(['Nov 17, 2026']));
    const [counted] = await textsOf(page.locator('tfoot td'));
    expect(counted).toBe(`${days.length} ${days.length === 1 ? 'payment' : 'payments'}`);
    await close();
  });

  it('no figure is zero while it loads, or where the question failed', async () => {
    const { page, close } = await opened('/reports');
    for (const [operation, path] of [
      ['LatestPayments', '/'],
      ['Portfolio', '/portfolio'],
    ] as const) {
      let isHeld = true;
      await page.route('**/graphql', async (route) => {
        if (!isHeld || route.request().postDataJSON().operationName !== operation) return route.continue();
        return route.fulfill({ json: { errors: [{ message: 'It failed.', extensions: { code: 'internal_error' } }] } });
      });
      await open(page, `${origin}${path}`);
      const alert = page.getByRole('alert').first();
      await alert.getByText(/could not be (loaded|read)/).waitFor();
      await waitUntilAbsent(page.locator('td', { hasText: '$0.00' }));
      isHeld = false;
      await alert.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('heading', { name: 'Aging' }).waitFor();
      await page.locator('.bars tfoot td', { hasText: '$' }).first().waitFor();
      await page.unroute('**/graphql');
    }
    await close();
  });
});
