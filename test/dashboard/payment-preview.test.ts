import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER, NO_BROWSER, workerBrowser } from '../support/browser.js';
import { openDashboard } from '../support/dashboard.js';
import { type DemoInstance, openDemoInstance } from '../support/demo-instance.js';
import { attributeOf, countOf, fieldValueOf, textOf } from '../support/settled-page.js';

/* The form for a payment: the usual amounts, how it would be applied, and payments that are there already. */

describe.skipIf(BROWSER === undefined)(`a payment before it is sent${NO_BROWSER}`, { timeout: 180_000 }, () => {
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
  const loanOf = async (contract: string): Promise<string> =>
    (await query('select id from account where external_contract_number = $1', [contract]))[0].id;

  async function form(path: string) {
    const opened = await openDashboard(browser, origin, { role: 'operator', path });
    await opened.page.getByRole('button', { name: 'Record a payment' }).click();
    return { ...opened, preview: opened.page.getByRole('status', { name: 'Preview' }) };
  }

  it('past due, next due and payoff are one press each; the payoff leaves nothing', async () => {
    const [late] = await query(
      "select id from account where loan_system_code = 'ledger' and status_code = 'delinquent' order by id limit 1",
    );
    const { page, preview, complaints, close } = await form(`/accounts/${late.id}`);
    for (const name of ['Past due', 'Next due', 'Payoff']) {
      const press = page.getByRole('dialog').getByRole('button', { name: new RegExp(`^${name} \\$`) });
      const amount = (await textOf(press)).replace(/[^\d.]/g, '');
      await press.click();
      expect(await fieldValueOf(page.getByLabel('Amount in dollars'))).toBe(amount);
    }
    await preview.getByText('Nothing: it pays the loan off').waitFor();
    for (const part of ['To fees', 'To interest', 'To principal']) await preview.getByText(part).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('a payment that equals one of today is shown before it is sent, with a link, and can be recorded all the same', async () => {
    const { page, preview, close } = await form(`/accounts/${await loanOf('ALD-2026-0017')}`);
    const fill = async () => {
      await page.getByLabel('Amount in dollars').fill('91.01');
      await page.getByLabel('Check number').fill('7191');
      await page.getByLabel('Your reference').fill('till 9');
    };
    await fill();
    await preview.getByText('To principal').waitFor();
    expect(await countOf(preview.getByRole('link'))).toBe(0);
    await page.getByRole('button', { name: 'Record $91.01' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    const sql = 'select id, external_reference from collected_payment where amount_cents = 9101 order by id';
    const [first] = await query(sql);
    expect(first.external_reference).toBe('till 9');
    await page.getByRole('button', { name: 'Record a payment' }).click();
    await fill();
    await preview.getByText('The same payment may be recorded already').waitFor();
    const link = preview.getByRole('link', { name: '$91.01 by check 7191' });
    expect(await attributeOf(link, 'href')).toBe(`/payments/${first.id}`);
    await page.getByLabel('Amount in dollars').fill('91.02');
    await preview.getByText('This number was used already').waitFor();
    await page.getByLabel('Amount in dollars').fill('91.01');
    await page.getByRole('button', { name: 'Record $91.01' }).click();
    await page.getByRole('dialog').getByText('Posted').waitFor();
    expect(await query(sql)).toHaveLength(2);
    await close();
  });

  it('another loan system decides how it is applied; an amount above the payoff is refused at its field', async () => {
    const { page, preview, close } = await form(`/accounts/${demo.demo.sandboxAccounts['SBX-POSTS']}`);
    await page.getByLabel('Amount in dollars').fill('10.03');
    await page.getByLabel('Check number').fill('1003');
    await preview.getByText('The loan system decides how it is applied.').waitFor();
    await page.getByLabel('Amount in dollars').fill('999999999');
    await preview.getByText(/^At most \$/).waitFor();
    await page.getByRole('button', { name: /^Record \$/ }).click();
    const amount = page.getByLabel('Amount in dollars');
    await amount.and(page.locator('[aria-invalid="true"]')).waitFor();
    await amount.and(page.locator(':focus')).waitFor();
    expect(await countOf(page.getByRole('dialog').getByRole('alert'))).toBe(1);
    await close();
  });

  it('the server’s refusal of a text is shown at the field', async () => {
    const { page, close } = await form(`/accounts/${await loanOf('ALD-2026-0017')}`);
    await page.getByLabel('Amount in dollars').fill('5.04');
    await page.getByLabel('Check number').fill('504');
    await page.getByLabel('Your reference').fill('4111 1111 1111 1111');
    await page.getByRole('button', { name: 'Record $5.04' }).click();
    const reference = page.getByLabel('Your reference');
    await reference.and(page.locator('[aria-invalid="true"]')).waitFor();
    await reference.and(page.locator(':focus')).waitFor();
    expect(await query('select from collected_payment where amount_cents = 504')).toEqual([]);
    await close();
  });
});
