import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeOperatorToken } from '../../core/auth/operator-tokens/administration.js';
import { systemPrincipal } from '../../core/auth/principal.js';
import { DASHBOARD_PAGES } from '../../gateway/dashboard/pages.js';
import { BROWSER, NO_BROWSER, openBrowser } from '../support/browser.js';
import { centsIn, openDashboard, overflowing } from '../support/dashboard.js';
import { type DemoHouse, openDemoHouse } from '../support/demo-house.js';
import { toldEndpoint } from '../support/told-endpoint.js';

/* The dashboard in a real browser, on the demo data, as the gateway's host serves it. */

let demo: DemoHouse;
let origin: string;
/** Of a webhook with an attempt, a template, and so on: what stands in an address in capitals. */
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  demo = await openDemoHouse({}, { isDemo: true });
  origin = new URL(demo.house.graphqlUrl).origin;
  const { pool } = demo.house.resources;
  const { endpointId } = await toldEndpoint(pool, demo.organizationIds[0] ?? '');
  const { rows } = await pool.query<Record<string, string>>(`
    select (select max(id) from email_template) as "TEMPLATE", (select max(payment_id) from payment_reversal) as "PAYMENT",
      (select max(account_id) from autopay_schedule where status = 'active') as "LOAN"`);
  // Its pictures lie elsewhere: the browser would say that it does not fetch them.
  await pool.query("update email_template set html_template = '<p>Hello</p>'");
  ids = { ...rows[0], ENDPOINT: endpointId };
}, 120_000);
afterAll(() => demo.house.close());

describe('what the host serves', () => {
  it('is one page under a policy that lets nothing in that is inline or from elsewhere', async () => {
    for (const path of DASHBOARD_PAGES) {
      const page = await fetch(`${origin}${path.replace(/\{\w+\}/g, 'x')}`);
      const policy = page.headers.get('content-security-policy') ?? '';
      expect([path, page.status, page.headers.get('cache-control')]).toEqual([path, 200, 'no-cache']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/unsafe|http|\*/);
    }
    expect((await fetch(`${origin}/nowhere`)).status).toBe(404);
  });

  it('is not sent again to who has it, and its files are kept for ever', async () => {
    const page = await fetch(origin);
    const tag = page.headers.get('etag') ?? '';
    expect((await fetch(origin, { headers: { 'if-none-match': tag } })).status).toBe(304);
    const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text()) ?? [];
    for (const [accepted, encoding] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const file = await fetch(`${origin}${script}`, { headers: { 'accept-encoding': accepted } });
      expect([file.status, file.headers.get('content-encoding')]).toEqual([200, encoding]);
      expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(file.headers.get('ratelimit-remaining')).toBeNull();
    }
    for (const file of ['nothing.js', '..%2findex.html', 'constructor']) {
      expect((await fetch(`${origin}/assets/${file}`)).status, file).toBe(404);
    }
  });
});

describe.skipIf(BROWSER === undefined)(`in a browser${NO_BROWSER}`, { timeout: 120_000 }, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  const REPORTS = ['crr', 'mpr', 'nsfr', 'car', 'ncar', 'nsr', 'wor', 'pif', 'abr', 'dr'];
  const VIEWS = [
    '/',
    '/accounts',
    '/accounts/LOAN',
    '/accounts/LOAN?tab=transactions',
    '/payments',
    '/payments/PAYMENT',
    '/receipts?by=entered',
    '/autopay',
    '/exceptions',
    '/disputes',
    '/tie-out',
    '/tie-out/differences',
    '/tie-out/2026-01-15',
    '/exceptions?show=resolved',
    '/portfolio',
    '/portfolio/rolls?month=2026-10-31&from=current&to=1-29',
    '/reports',
    ...REPORTS.map((code) => `/reports/${code}`),
    '/reports/crr?from=2020-01-01&to=2020-01-02',
    '/messaging',
    '/messaging/templates/TEMPLATE',
    '/suppressed',
    '/loan-systems',
    '/developers/keys',
    '/developers/webhooks',
    '/developers/webhooks/ENDPOINT',
    '/developers/events',
    '/developers/test-clock',
    '/admin/operators',
    '/admin/audit',
    '/admin/jobs',
    '/accounts/nowhere',
  ];

  it('every page of the dashboard is looked at', () => {
    const patterns = VIEWS.map((view) =>
      view
        .replace(/\?.*/, '')
        .replace(/[A-Z]{4,}/, '{id}')
        .replace(/\d{4}-\d\d-\d\d$/, '{day}'),
    );
    const shown = new Set(patterns.map((path) => path.replace(/^(\/reports)\/.*/, '$1/{code}')));
    expect(DASHBOARD_PAGES.filter((path) => path !== '/sign-in' && !shown.has(path))).toEqual([]);
  });

  it.each([1600, 390])(
    'every page in light and in dark, %i pixels wide, complains of nothing and shuts nobody out',
    async (width) => {
      const { page, complaints, accessibility, close } = await openDashboard(browser, origin, {
        viewport: { width, height: 900 },
      });
      const found: string[] = [];
      for (const view of VIEWS) {
        await page.goto(`${origin}${view.replace(/[A-Z]{4,}/, (name) => ids[name] ?? name)}`);
        await page.locator('h1').waitFor();
        await page.waitForLoadState('networkidle');
        for (const colorScheme of ['dark', 'light'] as const) {
          await page.emulateMedia({ colorScheme });
          for (const violation of await accessibility()) found.push(`${view}, ${colorScheme} › ${violation}`);
        }
        for (const wide of await overflowing(page)) found.push(`${view} › ${wide}`);
      }
      expect(found).toEqual([]);
      expect(complaints).toEqual([]);
      await close();
    },
  );

  it('by keyboard alone: find a loan, record a check, take it back', async () => {
    const { page, complaints, close } = await openDashboard(browser, origin, { role: 'operator' });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('ALD-2026-0003');
    await page
      .getByRole('option', { name: /ALD-2026-0003/ })
      .or(page.getByRole('option').first())
      .first()
      .waitFor();
    await page.getByText('ALD-2026-0003').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const record = page.getByRole('button', { name: 'Record a payment' });
    await record.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('125.50');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('1001');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('Posted').waitFor();
    await page.keyboard.press('Enter'); // Done
    const row = page.getByRole('table', { name: 'Timeline' }).getByRole('row').nth(1);
    await row.getByText('$125.50').waitFor();
    await row.getByRole('link').focus();
    await page.keyboard.press('Enter');
    const takeBack = page.getByRole('button', { name: 'Reverse payment' });
    await takeBack.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Wrong loan');
    await page.keyboard.press('Tab'); // Cancel
    await page.keyboard.press('Tab'); // Returned by bank
    await page.keyboard.press('Tab'); // Entered in error
    await page.keyboard.press('Enter');
    await page.getByText('Wrong loan').waitFor();
    await page.getByText('Reversed').first().waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('an answer that is lost leaves the outcome unknown, through a reload too; asking again records it once', async () => {
    const { page, close } = await openDashboard(browser, origin, { role: 'operator' });
    const { rows } = await demo.house.resources.pool.query<{ id: string }>(
      "select id from account where external_contract_number = 'ALD-2026-0017'",
    );
    await page.goto(`${origin}/accounts/${rows[0]?.id}`);
    // The request arrives; its answer never does.
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('RecordOnePayment')) return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await page.getByRole('button', { name: 'Record a payment' }).click();
    await page.getByLabel('Amount in dollars').fill('77.01');
    await page.getByLabel('Check number').fill('4711');
    await page.getByRole('button', { name: 'Record $77.01' }).click();
    await page.getByText('no answer has come back').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Record a payment' }).click();
    await page.getByText('no answer has come back').waitFor();
    await page.unroute('**/graphql');
    await page.reload();
    await page.getByRole('button', { name: 'Record a payment' }).click();
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByRole('dialog').getByText('Posted').waitFor();
    const { rows: recorded } = await demo.house.resources.pool.query(
      'select id from collected_payment where amount_cents = 7701',
    );
    expect(recorded).toHaveLength(1);
    await close();
  });

  it('a double click records one payment', async () => {
    const { page, close } = await openDashboard(browser, origin, { role: 'operator' });
    const { pool } = demo.house.resources;
    const { rows } = await pool.query<{ id: string }>(
      "select id from account where external_contract_number = 'ALD-2026-0017'",
    );
    await page.goto(`${origin}/accounts/${rows[0]?.id}`);
    await page.getByRole('button', { name: 'Record a payment' }).click();
    await page.getByLabel('Amount in dollars').fill('78.02');
    await page.getByLabel('Check number').fill('4712');
    await page.getByRole('button', { name: 'Record $78.02' }).dblclick();
    await page.getByRole('dialog').getByText('Posted').waitFor();
    const { rows: recorded } = await pool.query('select id from collected_payment where amount_cents = 7802');
    expect(recorded).toHaveLength(1);
    await close();
  });

  it('a viewer is shown no act', async () => {
    const { page, close } = await openDashboard(browser, origin, { role: 'viewer' });
    await page.goto(`${origin}/accounts`);
    await page.getByRole('table', { name: 'Loans' }).getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Contract' }).waitFor();
    for (const act of ['Record a payment', 'Pause autopay', 'Reverse payment']) {
      expect(await page.getByRole('button', { name: act }).count(), act).toBe(0);
    }
    expect(await page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
    await close();
  });

  it('a session that is over leads to signing in, and back to where one was', async () => {
    const { page, close } = await openDashboard(browser, origin);
    await page.goto(`${origin}/payments?status=posted`);
    await page.locator('h1').waitFor();
    const { pool, db, clock } = demo.house.resources;
    const { rows } = await pool.query<{ id: string }>('select id from operator_token where session_hash is not null');
    await Promise.all(rows.map(({ id }) => revokeOperatorToken({ db, clock }, id, systemPrincipal('test'))));
    await page.goto(`${origin}/accounts?status=delinquent`);
    await page.getByRole('button', { name: 'Open the demo' }).click();
    await page.getByRole('heading', { name: 'Loans', level: 1 }).waitFor();
    expect(new URL(page.url()).search).toBe('?status=delinquent');
    await close();
  });

  it('figures are the sums of the rows that they open', async () => {
    const { page, close } = await openDashboard(browser, origin, { viewport: { width: 1600, height: 5_000 } });
    const report = async (code: string) => {
      await page.goto(`${origin}/reports/${code}`);
      const table = page.getByRole('table');
      await table.locator('tbody tr[aria-rowindex]').first().waitFor();
      await page.waitForLoadState('networkidle');
      const foot = await table.locator('tfoot td').allInnerTexts();
      const rows = await table.locator('tbody tr[aria-rowindex]').all();
      const cells = await Promise.all(rows.map((row) => row.locator('td').allInnerTexts()));
      return { foot, cells };
    };
    for (const code of ['abr', 'dr', 'nsr', 'wor', 'pif']) {
      const { foot, cells } = await report(code);
      expect([code, foot[0]]).toEqual([code, `${cells.length} ${cells.length === 1 ? 'row' : 'rows'}`]);
      for (const [at, told] of foot.entries()) {
        if (!told.includes('$')) continue;
        const sum = cells.reduce((total, row) => total + (row[at] === '–' ? 0 : centsIn(row[at] ?? '')), 0);
        expect([code, at, centsIn(told)]).toEqual([code, at, sum]);
      }
    }
    await page.goto(`${origin}/portfolio`);
    const statuses = page.locator('section', { has: page.getByRole('heading', { name: 'By status' }) });
    await statuses.locator('tbody tr').first().waitFor();
    const parts = await statuses.locator('tbody tr td:nth-child(3)').allInnerTexts();
    const whole = await statuses.locator('tfoot td:nth-child(3)').innerText();
    expect(centsIn(whole)).toBe(parts.reduce((sum, text) => sum + centsIn(text), 0));
    await close();
  });
});
