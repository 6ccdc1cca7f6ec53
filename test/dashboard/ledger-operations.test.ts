import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER, NO_BROWSER, workerBrowser } from '../support/browser.js';
import { centsIn, openDashboard } from '../support/dashboard.js';
import { type DemoInstance, openDemoInstance } from '../support/demo-instance.js';
import { countOf, open, settled, textsOf, waitUntilAbsent } from '../support/settled-page.js';

/* Operations on a loan in the built-in ledger, and its installments: in a real browser, on the demo data. */

describe.skipIf(BROWSER === undefined)(`a loan in the ledger${NO_BROWSER}`, { timeout: 180_000 }, () => {
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
  /** A loan with this status that no other test of this file uses. */
  const used: string[] = [];
  async function loanWith(status: string): Promise<string> {
    const [found] = await query(
      `select id from account where loan_system_code = 'ledger' and status_code = $1 and not (id = any($2)) order by id limit 1`,
      [status, used],
    );
    used.push(found.id);
    return found.id;
  }
  const transactionsOf = (id: string, type: string) =>
    query('select amount_cents::int as cents, reason from transaction where account_id = $1 and type = $2', [id, type]);
  const opened = (id: string, role: 'viewer' | 'agent' | 'supervisor' = 'supervisor') =>
    openDashboard(browser, origin, { role, path: `/accounts/${id}` });
  const dialog = (page: Page) => page.getByRole('dialog');
  const preview = (page: Page) => page.getByRole('status', { name: 'Preview' });
  const rowOf = (page: Page, name: string) => preview(page).getByRole('row', { name });

  it('fees are adjusted and waived by keyboard alone, with what changes shown before', async () => {
    const id = await loanWith('active');
    const { page, complaints, close } = await opened(id);
    await page.getByRole('button', { name: 'Adjust the balance' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Principal in dollars').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('31.07');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Fee left out at boarding');
    await rowOf(page, 'Fees').getByText('$31.07').waitFor();
    await page.keyboard.press('Enter');
    await dialog(page).getByText('An adjustment of $31.07 was carried out').waitFor();
    await page.keyboard.press('Enter');
    await waitUntilAbsent(dialog(page));
    expect(await transactionsOf(id, 'adjustment')).toEqual([{ cents: 3_107, reason: 'Fee left out at boarding' }]);

    await page.getByRole('button', { name: 'Waive interest or fees' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Amount in dollars').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('31.07');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Goodwill');
    const [now, after] = await textsOf(rowOf(page, 'Fees').getByRole('cell'));
    expect([now, after].map((text) => centsIn(text ?? ''))).toEqual([3_107, 0]);
    await page.keyboard.press('Enter');
    await dialog(page).getByText('A waiver of $31.07 was carried out').waitFor();
    expect(await transactionsOf(id, 'waiver')).toEqual([{ cents: -3_107, reason: 'Goodwill' }]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('a loan is charged off, and the charge-off undone; a reason is required', async () => {
    const id = await loanWith('delinquent');
    const { page, close } = await opened(id);
    await page.getByRole('button', { name: 'Charge off' }).click();
    await rowOf(page, 'Status').getByText('Charged off').waitFor();
    await page.getByRole('button', { name: 'Charge off the loan' }).click();
    await page.getByText('Please enter the reason.').waitFor();
    expect(await transactionsOf(id, 'charge_off')).toEqual([]);
    await page.getByLabel('Reason').fill('Bankruptcy');
    await page.getByRole('button', { name: 'Charge off the loan' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Undo the charge-off' }).click();
    expect(await transactionsOf(id, 'charge_off')).toHaveLength(1);
    await page.getByLabel('Reason').fill('Wrong loan');
    await rowOf(page, 'Status').getByText('Past due').waitFor();
    await dialog(page).getByRole('button', { name: 'Undo the charge-off' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Waive interest or fees' }).waitFor();
    expect(await query('select status_code from account where id = $1', [id])).toEqual([{ status_code: 'delinquent' }]);
    await close();
  });

  it('an operation whose response is lost is performed once, also after a reload', async () => {
    const id = await loanWith('active');
    const { page, close } = await opened(id);
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('AdjustLoan')) return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await page.getByRole('button', { name: 'Adjust the balance' }).click();
    await page.getByLabel('Fees in dollars').fill('44.01');
    await page.getByLabel('Reason').fill('Lost');
    await dialog(page).getByRole('button', { name: 'Adjust the balance' }).click();
    await page.getByText('no response has arrived').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await page.reload();
    const bar = page.getByRole('status').filter({ hasText: 'An adjustment of $44.01' });
    await bar.getByText('was carried out').waitFor();
    await bar.getByRole('link', { name: 'Open the loan' }).waitFor();
    expect(await transactionsOf(id, 'adjustment')).toEqual([{ cents: 4_401, reason: 'Lost' }]);
    await close();
  });

  it('after the end of a session the outcome is asked for by the key, and nothing is sent again', async () => {
    const id = await loanWith('active');
    const { page, close } = await opened(id);
    let isDown = true;
    const sent: string[] = [];
    await page.route('**/graphql', async (route) => {
      const { operationName } = route.request().postDataJSON();
      if (operationName !== 'AdjustLoan') return route.continue();
      sent.push(operationName);
      await route.fetch();
      return isDown ? route.abort('connectionreset') : route.continue();
    });
    await page.getByRole('button', { name: 'Adjust the balance' }).click();
    await page.getByLabel('Fees in dollars').fill('45.02');
    await page.getByLabel('Reason').fill('For Ms. Private');
    await dialog(page).getByRole('button', { name: 'Adjust the balance' }).click();
    await page.getByText('no response has arrived').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Demo / }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Open the demo' }).waitFor();
    const kept = await page.evaluate('JSON.stringify(Object.entries(sessionStorage))');
    expect(kept).toContain('forgotten-loan');
    expect(kept).not.toContain('Private');
    const before = sent.length;
    isDown = false;
    await page.getByRole('button', { name: '… as a supervisor' }).click();
    await page
      .getByRole('status')
      .filter({ hasText: 'An adjustment of $45.02' })
      .getByText('was carried out')
      .waitFor();
    expect(sent).toHaveLength(before);
    expect(await transactionsOf(id, 'adjustment')).toHaveLength(1);
    await page.unrouteAll({ behavior: 'wait' });
    await close();
  });

  it('what the ledger would refuse is said before it is sent, and again if it is sent', async () => {
    const id = await loanWith('active');
    const { page, close } = await opened(id);
    await page.getByRole('button', { name: 'Waive interest or fees' }).click();
    await page.getByLabel('Amount in dollars').fill('99999.00');
    await page.getByLabel('Reason').fill('Too much');
    await preview(page).getByText('more than is owed').waitFor();
    await page.getByRole('button', { name: 'Waive', exact: true }).click();
    await dialog(page).getByRole('alert').getByText('more than is owed').waitFor();
    await page.getByLabel('Amount in dollars').fill('x');
    await page.getByRole('button', { name: 'Waive', exact: true }).click();
    await page.getByLabel('Amount in dollars').and(page.locator('[aria-invalid="true"]')).waitFor();
    expect(await transactionsOf(id, 'waiver')).toEqual([]);
    await close();
  });

  it('viewers and agents are offered none of it, and no one on a loan of another system', async () => {
    const id = await loanWith('active');
    const sandbox = demo.demo.sandboxAccounts['SBX-POSTS'] ?? '';
    for (const [account, role] of [
      [id, 'viewer'],
      [id, 'agent'],
      [sandbox, 'supervisor'],
    ] as const) {
      const { page, close } = await opened(account, role);
      await page.getByRole('table', { name: 'Timeline' }).or(page.getByText('Nothing has happened')).first().waitFor();
      await settled(page);
      expect(await countOf(page.getByRole('heading', { name: 'Manage the loan' }))).toBe(0);
      await close();
    }
  });

  it('the installments of the schedule add up to what was paid and what is left', async () => {
    const id = await loanWith('delinquent');
    const { page, close } = await opened(id, 'viewer');
    await page.getByRole('link', { name: 'Schedule' }).click();
    const table = page.getByRole('table', { name: 'Installments' });
    await table
      .getByText(/days? late/)
      .first()
      .waitFor();
    await open(page, `${origin}/accounts/${id}?tab=schedule`);
    const [loan] = await query(
      `select l.term_months, l.scheduled_paid_cents::int as paid from ledger_loan l join account a on a.external_id = l.id
        where a.id = $1`,
      [id],
    );
    const sums = await textsOf(table.locator('tfoot').getByRole('cell'));
    expect(sums.join(' ')).toContain(`${loan.term_months} installments`);
    const [amount = 0, paid = 0, unpaid = 0] = sums.filter((text) => text.includes('$')).map(centsIn);
    expect([paid, paid + unpaid]).toEqual([loan.paid, amount]);
    await close();
  });
});
