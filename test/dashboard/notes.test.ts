import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../core/time/dates.js';
import { BROWSER, NO_BROWSER } from '../support/browser.js';
import { accessibility, openDashboard, overflowing } from '../support/dashboard.js';
import { openDemoDashboard } from '../support/demo-dashboard.js';
import { DEMO_NOW, type DemoInstance } from '../support/demo-instance.js';
import { on } from '../support/example-loan.js';
import { countOf, open, settled, textOf, waitUntilAbsent } from '../support/settled-page.js';

/* Notes on a loan: written on the loan's page, and shown in its card, its timeline and the page of all notes. */

describe.skipIf(BROWSER === undefined)(`notes in a browser${NO_BROWSER}`, { timeout: 180_000 }, () => {
  let demo: DemoInstance;
  let origin: string;
  let browser: Browser;
  let loan: string;
  let borrower: string;

  beforeAll(async () => {
    ({ demo, origin, browser, loan, borrower } = await openDemoDashboard());
  }, 300_000);
  afterAll(() => demo?.instance.close());

  const openLoan = (role: 'viewer' | 'operator') => openDashboard(browser, origin, { role, path: loan, now: DEMO_NOW });
  const card = (page: Page) =>
    page.locator('section, .card').filter({ has: page.getByRole('heading', { name: 'Notes' }) });
  const notes = async (text: string) =>
    (
      await demo.instance.resources.pool.query(
        `select kind, promised_cents, promised_on::text from account_note where account_id = $1 and text = $2`,
        [loan.replace('/accounts/', ''), text],
      )
    ).rows;

  /** Presses Tab until the field or the button has the focus; a date field has several stops. */
  async function tabTo(page: Page, role: 'textbox' | 'button', name: string) {
    const focused = page.getByRole('dialog').getByRole(role, { name, exact: true }).and(page.locator(':focus'));
    for (let stops = 0; stops < 8; stops += 1) {
      await page.keyboard.press('Tab');
      await settled(page);
      if ((await countOf(focused)) > 0) return;
    }
    throw new Error(`Tab does not reach ${name}`);
  }

  it('a promise to pay is written by keyboard, and is in the card, the timeline and the page of all notes', async () => {
    const { page, complaints, close } = await openLoan('operator');
    const promisedOn = addDays(on(DEMO_NOW.slice(0, 10)), 9);
    const [year, month, day] = promisedOn.split('-');
    await page.getByRole('button', { name: 'Add a note' }).focus();
    await page.keyboard.press('Enter');
    const kind = page.getByRole('dialog', { name: 'Add a note' }).getByRole('button', { name: /^Kind/ });
    await kind.waitFor();
    await kind.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('listbox').waitFor();
    await page.keyboard.type('Promise');
    await page.getByRole('option', { name: 'Promise to pay' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByLabel('Promised amount in dollars').waitFor();
    await kind.and(page.locator(':focus')).waitFor();
    await tabTo(page, 'textbox', 'Promised amount in dollars');
    await page.keyboard.type('125.19');
    await page.keyboard.press('Tab');
    await page.keyboard.type(`${month}${day}${year}`);
    await expect.poll(() => page.getByLabel('Promised by').inputValue()).toBe(promisedOn);
    expect(await accessibility(page)).toEqual([]);
    expect(await overflowing(page)).toEqual([]);
    await tabTo(page, 'textbox', 'Note');
    await page.keyboard.type('Pays after the next wages.');
    await tabTo(page, 'button', 'Add the note');
    await page.keyboard.press('Enter');
    await waitUntilAbsent(page.getByRole('dialog'));

    const written = card(page).getByRole('listitem').filter({ hasText: 'Pays after the next wages.' });
    expect(await textOf(written)).toMatch(/Promise to pay.*\$125\.19 by .*Open/s);
    const entry = page.getByRole('row').filter({ hasText: 'Pays after the next wages.' });
    expect(await textOf(entry)).toMatch(/Promise to pay.*Open.*\$125\.19/s);
    expect(await notes('Pays after the next wages.')).toEqual([
      { kind: 'promise_to_pay', promised_cents: 12_519, promised_on: promisedOn },
    ]);
    await open(page, `${origin}/notes?promise=open`);
    const row = await textOf(entry);
    expect(row).toContain(borrower);
    expect(row).toContain('$125.19');
    expect(complaints).toEqual([]);
    await close();
  });

  it('a note without a text is not sent: its field says what is missing, and the typed rest stays', async () => {
    const { page, close } = await openLoan('operator');
    await page.getByRole('button', { name: 'Add a note' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a note' });
    const field = dialog.getByLabel('Note', { exact: true });
    await field.fill('   ');
    await dialog.getByRole('button', { name: 'Add the note' }).click();
    await dialog.getByText('Please write the note.').waitFor();
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    expect(await notes('   ')).toEqual([]);
    await field.fill('Called, no answer.');
    await waitUntilAbsent(dialog.getByText('Please write the note.'));
    await dialog.getByRole('button', { name: 'Add the note' }).click();
    await card(page).getByText('Called, no answer.').waitFor();
    expect(await notes('Called, no answer.')).toHaveLength(1);
    await close();
  });

  it('a viewer reads notes and has no button to write one', async () => {
    const { page, close } = await openLoan('viewer');
    await page.getByRole('heading', { name: 'Notes' }).waitFor();
    await waitUntilAbsent(page.getByRole('button', { name: 'Add a note' }));
    await close();
  });
});
