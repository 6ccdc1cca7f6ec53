import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER, NO_BROWSER } from '../support/browser.js';
import { accessibility, openDashboard, overflowing } from '../support/dashboard.js';
import { openDemoDashboard } from '../support/demo-dashboard.js';
import { DEMO_NOW, type DemoInstance } from '../support/demo-instance.js';
import { countOf, open, textOf, waitUntilAbsent } from '../support/settled-page.js';

/* Flags on a loan's page, the filter of the list of loans, and the table of what each flag stops. */

describe.skipIf(BROWSER === undefined)(`account flags in a browser${NO_BROWSER}`, { timeout: 180_000 }, () => {
  let demo: DemoInstance;
  let origin: string;
  let browser: Browser;
  let loan: string;
  let borrower: string;

  beforeAll(async () => {
    ({ demo, origin, browser, loan, borrower } = await openDemoDashboard());
  }, 300_000);
  afterAll(() => demo?.instance.close());

  type Role = 'viewer' | 'operator' | 'admin';
  const openAs = (role: Role, path = loan) => openDashboard(browser, origin, { role, path, now: DEMO_NOW });
  const card = (page: Page) => page.locator('.card').filter({ has: page.getByRole('heading', { name: 'Flags' }) });
  const about = (page: Page) => page.locator('main header .about');
  const rows = async (text: string, values: readonly string[] = []) =>
    (await demo.instance.resources.pool.query(text, [...values])).rows;

  it('a flag is set with a reason, shown at the top, found in the list of loans, and lifted with a reason', async () => {
    const { page, complaints, close } = await openAs('operator');
    await card(page).getByText('No flags on this loan.').waitFor();
    await page.getByRole('button', { name: 'Set a flag' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set a flag' });
    await dialog.getByRole('button', { name: 'Set the flag' }).click();
    await dialog.getByText('Please write the reason.').waitFor();
    await dialog.getByText('Please choose a flag.').waitFor();
    await dialog.getByRole('button', { name: /^Flag/ }).click();
    await page.getByRole('option', { name: 'Bankruptcy' }).click();
    await dialog.getByLabel('Reason', { exact: true }).fill('Chapter 7, case 26-12.');
    expect(await accessibility(page)).toEqual([]);
    expect(await overflowing(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Set the flag' }).click();
    await waitUntilAbsent(page.getByRole('dialog'));
    expect(await textOf(card(page))).toMatch(
      /Stops autopay charges, marketing, and collection contact\..*Bankruptcy.*Chapter 7, case 26-12\./s,
    );
    expect(await textOf(about(page))).toContain('Bankruptcy');
    expect(await overflowing(page)).toEqual([]);

    await open(page, `${origin}/accounts?flag=bankruptcy`);
    await page.getByRole('row').filter({ hasText: borrower }).waitFor();
    expect(await countOf(page.getByRole('row').filter({ has: page.getByRole('link') }))).toBe(1);

    await open(page, `${origin}${loan}`);
    await card(page).getByRole('button', { name: 'Lift' }).click();
    const lifting = page.getByRole('dialog', { name: 'Lift the flag “Bankruptcy”' });
    await lifting.getByLabel('Reason').fill('The case was dismissed.');
    await lifting.getByRole('button', { name: 'Lift the flag' }).click();
    await waitUntilAbsent(page.getByRole('dialog'));
    await card(page).getByText('No flags on this loan.').waitFor();
    await card(page).getByRole('button', { name: 'Show 1 earlier flag' }).click();
    expect(await textOf(card(page))).toMatch(/Bankruptcy.*Lifted.*The case was dismissed\./s);
    expect(await textOf(about(page))).not.toContain('Bankruptcy');
    const id = loan.replace('/accounts/', '');
    expect(await rows('select kind, reason, lift_reason from account_flag where account_id = $1', [id])).toEqual([
      { kind: 'bankruptcy', reason: 'Chapter 7, case 26-12.', lift_reason: 'The case was dismissed.' },
    ]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('a viewer sees flags, and has no button to set one', async () => {
    const { page, close } = await openAs('viewer');
    await page.getByRole('heading', { name: 'Flags' }).waitFor();
    await waitUntilAbsent(page.getByRole('button', { name: 'Set a flag' }));
    await close();
  });

  it('an admin changes what a flag stops at a lender; an operator sees it', async () => {
    const [{ id, name }] = await rows(
      'select o.id, o.display_name as name from organization o join account a on a.organization_id = o.id where a.id = $1',
      [loan.replace('/accounts/', '')],
    );
    const path = `/admin/account-flags?lender=${id}`;
    const { page, complaints, close } = await openAs('admin', path);
    const cell = page.getByRole('row').filter({ hasText: 'SCRA' }).getByRole('cell').nth(1);
    expect(await textOf(cell)).toContain('Allowed');
    await page.getByRole('heading', { name }).waitFor();
    await page.getByRole('button', { name: 'Stop: SCRA: marketing' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
    await waitUntilAbsent(page.getByRole('dialog'));
    await cell.getByText('Stopped').waitFor();
    expect(await accessibility(page)).toEqual([]);
    expect(await rows('select kind, stops_marketing, stops_charges from account_flag_rule')).toEqual([
      { kind: 'scra', stops_marketing: true, stops_charges: false },
    ]);
    await page.getByRole('button', { name: 'Allow: SCRA: marketing' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Allow' }).click();
    await cell.getByText('Allowed').waitFor();
    expect(complaints).toEqual([]);
    await close();
    const operator = await openAs('operator', path);
    await operator.page.getByRole('row').filter({ hasText: 'SCRA' }).waitFor();
    await waitUntilAbsent(operator.page.getByRole('button', { name: /^(Stop|Allow):/ }));
    await operator.close();
  });
});
