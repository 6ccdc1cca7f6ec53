import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER, NO_BROWSER, workerBrowser } from '../support/browser.js';
import { openDashboard } from '../support/dashboard.js';
import { type DemoInstance, openDemoInstance } from '../support/demo-instance.js';
import { attributeOf, countOf, settled } from '../support/settled-page.js';

/* A loan booked and disbursed in the dashboard: in a real browser, on the demo data. */

describe.skipIf(BROWSER === undefined)(`booking a loan${NO_BROWSER}`, { timeout: 180_000 }, () => {
  let demo: DemoInstance;
  let origin: string;
  let browser: Browser;

  beforeAll(async () => {
    demo = await openDemoInstance({}, { isDemo: true });
    origin = new URL(demo.instance.graphqlUrl).origin;
    browser = await workerBrowser();
  }, 300_000);
  afterAll(() => demo?.instance.close());

  const query = async (text: string, values: readonly unknown[] = []) =>
    (await demo.instance.resources.pool.query(text, [...values])).rows;
  const booked = (number: string) =>
    query('select id, status_code from account where external_contract_number = $1', [number]);
  const opened = (role: 'viewer' | 'agent' | 'supervisor' = 'supervisor') =>
    openDashboard(browser, origin, { role, path: `/accounts?lender=${demo.organizationIds[0]}` });

  async function fill(page: Page, number: string) {
    await page.getByRole('button', { name: 'Book a loan' }).click();
    const made = await attributeOf(field(page, 'Made on'), 'value');
    await field(page, 'Loan number').fill(number);
    await field(page, 'Amount in dollars').fill('8,000.00');
    await field(page, 'Annual rate in percent').fill('12');
    await field(page, 'Term in months').fill('24');
    const due = new Date(`${made}T00:00:00Z`);
    due.setUTCDate(due.getUTCDate() + 30);
    await field(page, 'First due on').fill(due.toISOString().slice(0, 10));
    await field(page, 'Name').fill('Wilhelmina Quartz');
    await field(page, 'Email').fill('wilhelmina@example.com');
  }
  const field = (page: Page, label: string) => page.getByRole('dialog').getByLabel(label, { exact: true });
  const submit = (page: Page) => page.getByRole('button', { name: 'Book the loan' }).click();

  it('shows its schedule before, is booked, and disbursed on its page', async () => {
    const { page, complaints, close } = await opened();
    await fill(page, 'BOOK-1');
    await page.getByRole('status', { name: 'Preview' }).getByText('$376.59').first().waitFor();
    await submit(page);
    await page.getByText('was booked').waitFor();
    expect(await booked('BOOK-1')).toMatchObject([{ status_code: 'pending' }]);
    await page.getByRole('link', { name: 'Open the loan' }).click();
    await page.getByRole('heading', { level: 1, name: 'Wilhelmina Quartz' }).waitFor();
    await page.getByRole('button', { name: 'Disburse' }).click();
    await page.getByRole('button', { name: 'Disburse the loan' }).click();
    await page.getByText('A disbursement of $8,000.00 was carried out').waitFor();
    expect(await booked('BOOK-1')).toMatchObject([{ status_code: 'active' }]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('what is missing is marked, and the first such field has the focus; nothing is sent', async () => {
    const { page, close } = await opened();
    await page.getByRole('button', { name: 'Book a loan' }).click();
    await submit(page);
    await page
      .getByLabel('Loan number')
      .and(page.locator('[aria-invalid="true"]'))
      .and(page.locator(':focus'))
      .waitFor();
    for (const text of ['Please enter an amount.', 'Please enter the rate', 'Please enter the name.'])
      await page.getByText(text).waitFor();
    await close();
  });

  it('a number in use and a refused rate are shown; the rate at its field', async () => {
    const { page, close } = await opened();
    await fill(page, 'BOOK-2');
    await submit(page);
    await page.getByText('was booked').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await fill(page, 'BOOK-2');
    await submit(page);
    await page
      .getByRole('dialog')
      .getByRole('alert')
      .getByText(/number/)
      .waitFor();
    expect(await booked('BOOK-2')).toHaveLength(1);
    await field(page, 'Loan number').fill('BOOK-2B');
    await field(page, 'Annual rate in percent').fill('101');
    await submit(page);
    await field(page, 'Annual rate in percent').and(page.locator('[aria-invalid="true"]')).waitFor();
    expect(await booked('BOOK-2B')).toEqual([]);
    await close();
  });

  it('a booking whose response is lost is found by its key after a reload; contact data is not kept', async () => {
    const { page, close } = await opened();
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('BookLoan')) return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await fill(page, 'BOOK-3');
    await submit(page);
    await page.getByText('no response has arrived').waitFor();
    const kept = await page.evaluate('JSON.stringify(Object.entries(sessionStorage))');
    // Another lender may have a loan with this number: each has a booking of its own in flight.
    expect(kept).toContain(`booking:${demo.organizationIds[0]}:BOOK-3`);
    expect(kept).not.toContain('wilhelmina');
    expect(kept).not.toContain('Wilhelmina');
    await page.unrouteAll({ behavior: 'wait' });
    await page.reload();
    const bar = page.getByRole('status').filter({ hasText: 'BOOK-3' });
    await bar.getByText('was carried out').waitFor();
    await bar.getByRole('link', { name: 'Open the loan' }).click();
    await page.getByRole('heading', { level: 1, name: 'Wilhelmina Quartz' }).waitFor();
    expect(await booked('BOOK-3')).toHaveLength(1);
    await close();
  });

  it('a person whom the lender has already is chosen, and not entered twice', async () => {
    const { page, close } = await opened();
    await fill(page, 'BOOK-4');
    await field(page, 'Name').fill('Imani Castillo');
    await page
      .getByRole('status', { name: 'Known persons' })
      .getByRole('button', { name: 'Imani Castillo, ALD-2026-0017' })
      .first()
      .click();
    await page.getByRole('button', { name: 'Choose another' }).waitFor();
    const before = await query("select count(*)::int as n from person where display_name = 'Imani Castillo'");
    await submit(page);
    await page.getByText('was booked').waitFor();
    expect(await query("select count(*)::int as n from person where display_name = 'Imani Castillo'")).toEqual(before);
    await close();
  });

  it.each(['viewer', 'agent'] as const)('is not offered to a %s', async (role) => {
    const { page, close } = await opened(role);
    await settled(page);
    expect(await countOf(page.getByRole('button', { name: 'Book a loan' }))).toBe(0);
    await close();
  });
});
