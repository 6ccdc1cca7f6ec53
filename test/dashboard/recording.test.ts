import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeOperatorToken } from '../../core/auth/operator-tokens/list-and-revoke-operator-tokens.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { BROWSER, NO_BROWSER, openContext } from '../support/browser.js';
import { complaintsOf, openDashboard } from '../support/dashboard.js';
import { type DemoDashboard, openDemoDashboard } from '../support/demo-dashboard.js';
import type { DemoInstance } from '../support/demo-instance.js';
import { countOf, open, settled, waitUntilAbsent } from '../support/settled-page.js';

/* Payments recorded and reversed in the dashboard, and which roles may do so: in a real browser, on the demo data. */

describe.skipIf(BROWSER === undefined)(`in a browser${NO_BROWSER}`, { timeout: 180_000 }, () => {
  let demo: DemoInstance;
  let origin: string;
  let browser: Browser;
  /** The page of a loan with a balance. */
  let loan: string;
  let recorded: DemoDashboard['recorded'];

  beforeAll(async () => {
    ({ demo, origin, browser, loan, recorded } = await openDemoDashboard());
  }, 300_000);
  afterAll(() => demo?.instance.close());

  it('a loan is found, a check is recorded and reversed by keyboard alone', async () => {
    const { page, complaints, close } = await openDashboard(browser, origin, { role: 'operator' });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('ALD-2026-0003');
    await page.getByText('ALD-2026-0003').waitFor();
    await settled(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const record = page.getByRole('button', { name: 'Record a payment' });
    await record.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('Amount in dollars').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('125.50');
    const number = page.getByRole('dialog').getByLabel('Check number').and(page.locator(':focus'));
    for (let tabs = 0; tabs < 10 && (await countOf(number)) === 0; tabs += 1) await page.keyboard.press('Tab');
    await page.keyboard.type('1001');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('Posted').waitFor();
    await page.keyboard.press('Enter'); // Done
    const row = page.getByRole('table', { name: 'Timeline' }).getByRole('row').nth(1);
    await row.getByText('$125.50').waitFor();
    await settled(page);
    await row.getByRole('link').focus();
    await page.keyboard.press('Enter');
    const reverse = page.getByRole('button', { name: 'Reverse payment' });
    await reverse.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').locator(':focus').waitFor();
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

  it('a payment whose response is lost has an unknown outcome, also after a reload; checking again records it once', async () => {
    const { page, close } = await openDashboard(browser, origin, { role: 'operator', path: loan });
    // The request arrives, but its response is lost.
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('RecordOnePayment')) return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await page.getByRole('button', { name: 'Record a payment' }).click();
    await page.getByLabel('Amount in dollars').fill('77.01');
    await page.getByLabel('Check number').fill('4711');
    await page.getByRole('button', { name: 'Record $77.01' }).click();
    await page.getByText('no response has arrived').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Record a payment' }).click();
    await page.getByText('no response has arrived').waitFor();
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText('no response has arrived').waitFor();
    // A request that the page sends by itself may still be held.
    await page.unrouteAll({ behavior: 'wait' });
    await page.reload();
    await page.getByRole('button', { name: 'Record a payment' }).click();
    await page.getByRole('dialog').getByText('Posted').waitFor();
    expect(await recorded(7_701)).toHaveLength(1);
    await close();
  });

  it('a double click records one payment', async () => {
    const { page, close } = await openDashboard(browser, origin, { role: 'operator', path: loan });
    await page.getByRole('button', { name: 'Record a payment' }).click();
    await page.getByLabel('Amount in dollars').fill('78.02');
    await page.getByLabel('Check number').fill('4712');
    await page.getByRole('button', { name: 'Record $78.02' }).dblclick();
    await page.getByRole('dialog').getByText('Posted').waitFor();
    await settled(page);
    expect(await recorded(7_802)).toHaveLength(1);
    await close();
  });

  it('a viewer sees no actions', async () => {
    const { page, close } = await openDashboard(browser, origin, { role: 'viewer', path: '/accounts' });
    await page.getByRole('table', { name: 'Loans' }).getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Contract' }).waitFor();
    for (const act of ['Record a payment', 'Pause autopay', 'Reverse payment']) {
      await waitUntilAbsent(page.getByRole('button', { name: act }));
    }
    await waitUntilAbsent(page.getByRole('link', { name: 'Audit log' }));
    await close();
  });

  it.each([
    ['Open the demo', 'Admin'],
    ['… as a supervisor', 'Supervisor'],
    ['… as an agent', 'Agent'],
    ['… as a viewer', 'Viewer'],
  ])('“%s” signs in', async (way, role) => {
    const context = await openContext(browser);
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await open(page, origin);
    await page.getByRole('button', { name: way }).click();
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    await page.getByRole('button', { name: new RegExp(`Demo .*${role}`) }).waitFor();
    await settled(page);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('an ended session leads to the sign-in page, and then to the requested page', async () => {
    const { page, close } = await openDashboard(browser, origin, { path: '/payments?status=posted' });
    const { pool, db, clock } = demo.instance.resources;
    const { rows } = await pool.query<{ id: string }>('select id from operator_token where session_hash is not null');
    await Promise.all(rows.map(({ id }) => revokeOperatorToken({ db, clock }, id, systemPrincipal('test'))));
    await page.goto(`${origin}/accounts?status=delinquent`);
    await page.getByRole('button', { name: 'Open the demo' }).click();
    await page.getByRole('heading', { name: 'Loans', level: 1 }).waitFor();
    expect(new URL(page.url()).search).toBe('?status=delinquent');
    await close();
  });
});
