import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER, NO_BROWSER } from '../support/browser.js';
import { accessibility, openDashboard, overflowing } from '../support/dashboard.js';
import { openDemoDashboard } from '../support/demo-dashboard.js';
import { DEMO_NOW, type DemoInstance } from '../support/demo-instance.js';
import { countOf, open, textOf, waitUntilAbsent } from '../support/settled-page.js';

/* The collection queue: its page, "Next loan", and the card on a loan's page. */

describe.skipIf(BROWSER === undefined)(`collections in a browser${NO_BROWSER}`, { timeout: 180_000 }, () => {
  let demo: DemoInstance;
  let origin: string;
  let browser: Browser;

  beforeAll(async () => {
    ({ demo, origin, browser } = await openDemoDashboard());
  }, 300_000);
  afterAll(() => demo?.instance.close());

  const openQueue = (role: 'viewer' | 'operator') =>
    openDashboard(browser, origin, { role, path: '/collections', now: DEMO_NOW });
  const card = (page: Page) =>
    page.locator('.card').filter({ has: page.getByRole('heading', { name: 'Collections' }) });
  const assignments = async () =>
    (
      await demo.instance.resources.pool.query(
        'select account_id as id, taken_by is not null as "isTaken", skip_reason as reason, assigned_to is not null as "isAssigned" from collection_assignment',
      )
    ).rows;

  it('the next loan is taken by keyboard, shown on its page and in the list, skipped with a reason, and assigned', async () => {
    const { page, complaints, close } = await openQueue('operator');
    const next = page.getByRole('button', { name: 'Next loan' });
    await page.getByRole('row').nth(1).waitFor();
    expect(await accessibility(page)).toEqual([]);
    expect(await overflowing(page)).toEqual([]);
    await next.focus();
    await page.keyboard.press('Enter');
    await card(page).getByText('You have this loan').waitFor();
    expect(await accessibility(page)).toEqual([]);
    expect(await overflowing(page)).toEqual([]);
    const [taken] = await assignments();
    const { pool } = demo.instance.resources;
    const takenBy = (subject: string) => pool.query('update collection_assignment set taken_by = $1', [subject]);
    const { taken_by: holder } = (await pool.query('select taken_by from collection_assignment')).rows[0];
    expect(page.url()).toContain(`/accounts/${taken.id}`);
    expect(taken).toMatchObject({ isTaken: true });

    await open(page, `${origin}/collections?view=mine`);
    const row = page.getByRole('row').filter({ has: page.getByRole('link') });
    await row.waitFor();
    expect(await countOf(row)).toBe(1);
    expect(await textOf(row)).toContain('You');

    await open(page, `${origin}/accounts/${taken.id}`);
    await card(page).getByRole('button', { name: 'Skip' }).click();
    const skipping = page.getByRole('dialog', { name: 'Skip this loan' });
    await takenBy('another operator');
    await skipping.getByRole('button', { name: 'Skip the loan' }).click();
    await skipping.getByRole('alert').getByText('only the operator who has the loan skips it').waitFor();
    await takenBy(holder);
    await skipping.getByRole('button', { name: 'Skip the loan' }).click();
    await waitUntilAbsent(page.getByRole('dialog'));
    await card(page).getByText('No agent has this loan now.').waitFor();
    expect(await textOf(card(page))).toMatch(/Follow up from .*Skipped: No answer/s);
    expect(await assignments()).toEqual([{ ...taken, isTaken: false, reason: 'no_answer' }]);

    await card(page).getByRole('button', { name: 'Take this loan' }).click();
    await card(page).getByText('You have this loan').waitFor();
    await card(page).getByRole('button', { name: 'Let go' }).click();
    await card(page).getByText('No agent has this loan now.').waitFor();

    await card(page).getByRole('button', { name: 'Assign' }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign this loan' });
    await dialog.getByRole('button', { name: 'Operator' }).click();
    await page.getByRole('option', { name: 'No one' }).waitFor();
    await page.getByRole('option', { name: holder }).click();
    expect(await accessibility(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Assign the loan' }).click();
    await waitUntilAbsent(page.getByRole('dialog'));
    await card(page).getByText(`Assigned to ${holder}.`).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('a supervisor shares filters, an agent opens them, and they are deleted', async () => {
    const lender = demo.organizationIds[0] ?? '';
    const path = `/collections?lender=${lender}&days=30-59`;
    const { page, complaints, close } = await openDashboard(browser, origin, { role: 'operator', path, now: DEMO_NOW });
    const views = page.getByRole('button', { name: 'Shared views' });
    await views.click();
    await page.getByRole('menuitem', { name: 'Share these filters …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share these filters' });
    await dialog.getByLabel('Name').fill('Second month');
    expect(await accessibility(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Share' }).click();
    await waitUntilAbsent(page.getByRole('dialog'));
    await page.getByRole('button', { name: 'Shared views: Second month' }).waitFor();

    const reader = await openQueue('viewer');
    await reader.page.getByRole('button', { name: 'Shared views' }).click();
    await reader.page.getByRole('menuitem', { name: 'Second month' }).click();
    await reader.page.waitForURL(/days=30-59/);
    await reader.page.getByRole('button', { name: 'Shared views: Second month' }).click();
    expect(await countOf(reader.page.getByRole('menuitem'))).toBe(1);
    expect(reader.complaints).toEqual([]);
    await reader.close();

    await page.getByRole('button', { name: 'Shared views: Second month' }).click();
    await page.getByRole('menuitem', { name: 'Delete “Second month” for everyone' }).click();
    await page.getByRole('button', { name: 'Shared views: none chosen' }).waitFor();
    expect((await demo.instance.resources.pool.query('select from shared_view')).rowCount).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  it('a viewer sees the queue, and takes nothing', async () => {
    const { page, complaints, close } = await openQueue('viewer');
    const row = page.getByRole('row').nth(1);
    await row.waitFor();
    expect(await countOf(page.getByRole('button', { name: 'Next loan' }))).toBe(0);
    await row.getByRole('link').click();
    await card(page).waitFor();
    expect(await countOf(card(page).getByRole('button'))).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });
});
