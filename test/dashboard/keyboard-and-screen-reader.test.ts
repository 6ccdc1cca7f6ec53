import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send } from '../support/api.js';
import { BROWSER, NO_BROWSER, workerBrowser } from '../support/browser.js';
import { openDashboard } from '../support/dashboard.js';
import { DEMO_NOW, type DemoInstance, openDemoInstance } from '../support/demo-instance.js';
import { attributeOf, fieldValueOf, navigate, settled, textsOf } from '../support/settled-page.js';

/* What people who use no mouse, or do not see the page, need: WCAG 2.1 beyond what axe can check. */

describe.skipIf(BROWSER === undefined)(`by keyboard and by ear${NO_BROWSER}`, { timeout: 180_000 }, () => {
  let demo: DemoInstance;
  let browser: Browser;
  let origin: string;

  beforeAll(async () => {
    demo = await openDemoInstance({}, { isDemo: true });
    browser = await workerBrowser();
    origin = new URL(demo.instance.graphqlUrl).origin;
  }, 300_000);
  afterAll(() => demo?.instance.close());

  const opened = (path: string, options: object = {}) =>
    openDashboard(browser, origin, { path, now: DEMO_NOW, viewport: { width: 1440, height: 600 }, ...options });
  const said = (page: Page, text: string | RegExp) =>
    page.getByRole('main').getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' });
  const focused = (page: Page): Promise<string> =>
    page.evaluate(`(document.activeElement.closest('tr, main') ?? document.activeElement).tagName + ' ' +
      document.activeElement.tagName + ' ' + document.activeElement.textContent +
      (document.activeElement.closest('tr')?.ariaRowIndex ?? '')`);
  const rows = (page: Page) => page.locator('tbody tr[aria-rowindex]');

  it('the number of rows, and that none match, is said', async () => {
    const { page, close } = await opened('/payments');
    await said(page, /^\d+ payments?$/);
    await navigate(page, '/accounts');
    await said(page, /^[\d,]+ loans?/);
    await page.getByRole('searchbox', { name: 'Borrower or loan number' }).fill('no one has this name');
    await page.getByRole('heading', { name: 'No loans match these filters' }).waitFor();
    await said(page, 'No loans match these filters');
    await close();
  });

  it('a problem of a field is said', async () => {
    const { page, close } = await opened('/accounts?text=ALD-2026-0003', { role: 'operator' });
    await rows(page).first().getByRole('link').click();
    await page.getByRole('button', { name: 'Record a payment' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Record/ })
      .last()
      .click();
    await page.getByRole('dialog').getByRole('alert').filter({ hasText: 'Please enter an amount' }).waitFor();
    await close();
  });

  it('an opened row has the focus on the heading of its page; Back returns to the row and its place', async () => {
    const { page, close } = await opened('/accounts');
    await rows(page).first().waitFor();
    await page.keyboard.press('j');
    for (let row = 0; row < 30; row += 1) await page.keyboard.press('j');
    await settled(page);
    const before = await focused(page);
    expect(before).toMatch(/^TR A /);
    const frame = page.locator('.page > .table-frame');
    const scrolled: number = await frame.evaluate((element) => element.scrollTop);
    expect(scrolled).toBeGreaterThan(300);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Timeline' }).waitFor();
    await expect.poll(() => focused(page)).toMatch(/^MAIN H1 /);
    await page.goBack();
    await rows(page).first().waitFor();
    await settled(page);
    await expect.poll(() => focused(page)).toBe(before);
    expect(Math.abs((await frame.evaluate((element) => element.scrollTop)) - scrolled)).toBeLessThan(40);
    await close();
  });

  it('End and the wheel keep the focused row', async () => {
    const { page, close } = await opened('/accounts');
    await rows(page).first().getByRole('link').focus();
    const before = await focused(page);
    await page.locator('.page > .table-frame').hover();
    await page.mouse.wheel(0, 20_000);
    await expect.poll(() => attributeOf(rows(page).last(), 'aria-rowindex').then(Number)).toBeGreaterThan(50);
    expect(await focused(page)).toBe(before);
    await page.keyboard.press('j');
    await expect.poll(() => focused(page)).not.toBe(before);
    expect(await focused(page)).toMatch(/^TR A /);
    await close();
  });

  it('two links skip the sidebar, and the filters too', async () => {
    const { page, close } = await opened('/accounts');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toContain('Skip to the page');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toContain('Skip to the rows');
    await page.keyboard.press('Enter');
    expect(await focused(page)).toMatch(/^TR A /);
    await close();
  });

  it('bars, legends and status dots are seen in forced colors', async () => {
    const { page, close } = await opened('/', { forcedColors: 'active' });
    await page.locator('.plot .part').first().waitFor();
    const colors: readonly string[] = await page.evaluate(`[
      getComputedStyle(document.querySelector('.plot .part')).backgroundColor,
      getComputedStyle(document.querySelector('.legend > span'), '::before').backgroundColor,
      getComputedStyle(document.querySelector('.status'), '::before').backgroundColor,
      getComputedStyle(document.body).backgroundColor]`);
    const ground = colors.at(-1);
    expect(colors.slice(0, -1).filter((color) => color === ground || color === 'rgba(0, 0, 0, 0)')).toEqual([]);
    await close();
  });

  it('on a phone the amount is in sight; on paper every row is, without the sidebar', async () => {
    const { page, close } = await opened('/receipts', { viewport: { width: 390, height: 800 } });
    const headings = await textsOf(page.locator('thead th'));
    expect(headings.slice(0, 2)).toEqual(['Borrower', 'Amount']);
    const right: number = await page.evaluate(`document.querySelectorAll('thead th')[1].getBoundingClientRect().right`);
    expect(right).toBeLessThanOrEqual(390);
    const screenRows: number = await page.evaluate(`document.querySelectorAll('tbody tr[aria-rowindex]').length`);
    await page.emulateMedia({ media: 'print' });
    const paper = () =>
      page.evaluate<readonly [number, boolean]>(`[document.querySelectorAll('tbody tr[aria-rowindex]').length,
        document.querySelector('.sidebar').checkVisibility()]`);
    await expect.poll(async () => (await paper())[0]).toBeGreaterThan(screenRows);
    expect((await paper())[1]).toBe(false);
    await close();
  });

  it('unsaved text of a template is not lost without a question', async () => {
    const { rows: templates } = await demo.instance.resources.pool.query<{ id: string }>(
      'select max(id) as id from email_template',
    );
    const { page, close } = await opened(`/messaging/templates/${templates[0]?.id}`, { role: 'operator' });
    await page.getByLabel('Name', { exact: true }).fill('Another name');
    await page.getByRole('link', { name: 'Payments', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await dialog.getByRole('button', { name: 'Stay' }).click();
    expect(await fieldValueOf(page.getByLabel('Name', { exact: true }))).toBe('Another name');
    await page.getByRole('link', { name: 'Payments', exact: true }).click();
    await dialog.getByRole('button', { name: 'Discard and leave' }).click();
    await page.getByRole('table', { name: 'Payments' }).waitFor();
    await close();
  });

  it('an unknown address is a page for a browser, and JSON for a program', async () => {
    const { page, close } = await opened('/');
    const response = await page.goto(`${origin}/no/such/page`);
    expect(response?.status()).toBe(404);
    await page.getByText('This address has no page').waitFor();
    const program = await send(`${origin}/no/such/page`);
    expect([program.status, program.json.detail.error_code]).toEqual([404, 'route_not_found']);
    await close();
  });
});
