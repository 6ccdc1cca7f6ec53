import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER, NO_BROWSER } from '../support/browser.js';
import { openDashboard } from '../support/dashboard.js';
import { type DemoDashboard, openDemoDashboard } from '../support/demo-dashboard.js';
import type { DemoInstance } from '../support/demo-instance.js';
import { countOf, fieldValueOf, open, settled, waitUntilAbsent } from '../support/settled-page.js';

/* The form for a payment, its fields for each method, and outcomes that are not known at once. */

describe.skipIf(BROWSER === undefined)(`in a browser${NO_BROWSER}`, { timeout: 180_000 }, () => {
  let demo: DemoInstance;
  let origin: string;
  let browser: Browser;
  let loan: string;
  let recorded: DemoDashboard['recorded'];

  beforeAll(async () => {
    ({ demo, origin, browser, loan, recorded } = await openDemoDashboard());
  }, 300_000);
  afterAll(() => demo?.instance.close());

  async function openForm(page: Page, amount: string, checkNumber?: string) {
    await page.getByRole('button', { name: 'Record a payment' }).click();
    await page.getByLabel('Amount in dollars').fill(amount);
    if (checkNumber !== undefined) await page.getByLabel('Check number').fill(checkNumber);
  }

  async function choose(page: Page, filter: RegExp, choice: string) {
    await page.getByRole('dialog').getByRole('button', { name: filter }).click();
    await page.getByRole('option', { name: choice, exact: true }).click();
  }

  /** The keys of the payments that the page sends from now on; each is passed to `handle`. */
  async function keysOf(page: Page, handle: (route: Route) => Promise<unknown>): Promise<readonly string[]> {
    const keys: string[] = [];
    await page.route('**/graphql', async (route) => {
      const body = route.request().postDataJSON();
      if (body.operationName !== 'RecordOnePayment') return route.continue();
      keys.push(body.variables.key);
      await handle(route);
    });
    return keys;
  }

  it.each([
    [2_001, 'Check', 'Check number', '31', { payment_method: 'check', check_number: 31 }],
    [
      2_002,
      'Money order',
      'Serial number',
      '70123456789',
      { payment_method: 'money_order', check_number: 70_123_456_789 },
    ],
    [2_003, 'Cashier’s check', 'Check number', '33', { payment_method: 'cashiers_check', check_number: 33 }],
    [2_004, 'Card', undefined, 'American Express', { payment_method: 'card', card_brand: 'amex' }],
    [2_005, 'Cash', undefined, undefined, { payment_method: 'cash' }],
  ])('%d cents: %s is recorded with the field of its method', async (amountCents, method, label, value, row) => {
    const { page, complaints, close } = await openDashboard(browser, origin, { role: 'operator', path: loan });
    await openForm(page, String(amountCents / 100));
    if (method !== 'Check') await choose(page, /^Method/, method);
    const record = page.getByRole('button', { name: /^Record \$/ });
    if (value !== undefined) {
      // The field in error has the focus.
      await record.click();
      const field = label === undefined ? page.getByRole('button', { name: /^Card/ }) : page.getByLabel(label);
      await field.and(page.locator(':focus')).waitFor();
      await page.getByText(/^Please (enter|choose)/).waitFor();
      if (label === undefined) await choose(page, /^Card/, value);
      else await page.getByLabel(label).fill(value);
    }
    await record.click();
    await page.getByRole('dialog').getByText('Posted').waitFor();
    const none = { check_number: null, card_brand: null, memo: null };
    expect(await recorded(amountCents)).toEqual([{ ...none, ...row }]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('a loan system that cannot be reached posted nothing: the same payment keeps its key, a corrected one gets a new one', async () => {
    const path = `/accounts/${demo.demo.sandboxAccounts['SBX-UNAVAILABLE']}`;
    const { page, close } = await openDashboard(browser, origin, { role: 'operator', path });
    const keys = await keysOf(page, (route) => route.continue());
    await openForm(page, '41.00', '41');
    const refusal = page.getByRole('alert').getByText('so nothing was recorded');
    await page.getByRole('button', { name: 'Record $41.00' }).click();
    await refusal.waitFor();
    await page.getByRole('button', { name: 'Record $41.00' }).click();
    await expect.poll(() => keys.length).toBe(2);
    await refusal.waitFor();
    await page.getByLabel('Amount in dollars').fill('42.00');
    await page.getByRole('button', { name: 'Record $42.00' }).click();
    await expect.poll(() => keys.length).toBe(3);
    await refusal.waitFor();
    expect(await countOf(page.getByText('may or may not'))).toBe(0);
    const [first, again, corrected] = keys;
    expect(again).toBe(first);
    expect(corrected).not.toBe(first);
    // Nothing is unknown: no other page shows it.
    await page.getByRole('button', { name: 'Cancel' }).click();
    await open(page, origin);
    await waitUntilAbsent(page.getByText('A payment of $41.00'));
    await close();
  });

  const graphProblem = (code: string) =>
    JSON.stringify({ data: null, errors: [{ message: 'An error.', extensions: { code } }] });
  it.each([
    [3_001, 'a proxy’s page', { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }],
    [3_002, 'a proxy’s JSON', { status: 503, contentType: 'application/json', body: '{"message":"upstream"}' }],
    [3_003, 'outcome_unknown', { status: 200, body: graphProblem('outcome_unknown') }],
    [3_004, 'service_unavailable', { status: 200, body: graphProblem('service_unavailable') }],
    [3_005, 'internal_error', { status: 200, body: graphProblem('internal_error') }],
    [3_006, 'a code that the page does not know', { status: 200, body: graphProblem('DOWNSTREAM_SERVICE_ERROR') }],
  ])(
    '%d cents: %s leaves the outcome unknown; it is asked for again with the same key until it is known',
    async (amountCents, _what, answer) => {
      const amount = `$${(amountCents / 100).toFixed(2)}`;
      const { page, close } = await openDashboard(browser, origin, { role: 'operator', path: loan });
      let isAnswered = false;
      const keys = await keysOf(page, (route) => (isAnswered ? route.continue() : route.fulfill(answer)));
      await openForm(page, amount, '51');
      await page.getByRole('button', { name: `Record ${amount}` }).click();
      await page.getByText('It may or may not have been recorded').waitFor();
      await page.keyboard.press('Escape');
      const bar = page.getByRole('status').getByText(`A payment of ${amount}`);
      await bar.waitFor();
      await page.getByRole('link', { name: 'Today' }).click();
      await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
      await bar.waitFor();
      isAnswered = true;
      await page.getByRole('status').getByText('Posted').waitFor();
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await waitUntilAbsent(bar);
      expect(await recorded(amountCents)).toHaveLength(1);
      expect(new Set(keys).size).toBe(1);
      await close();
    },
  );

  it('a reload while a payment is being sent shows its outcome on the loan’s page and on Today, and records it once', async () => {
    const { page, close } = await openDashboard(browser, origin, { role: 'operator', path: loan });
    let phase: 'hold' | 'held' | 'refuse' | 'pass' = 'hold';
    const keys = await keysOf(page, async (route) => {
      if (phase === 'pass') return route.continue();
      if (phase !== 'hold') return route.abort();
      await route.fetch();
      phase = 'held';
    });
    await openForm(page, '43.00', '43');
    await page.getByRole('button', { name: 'Record $43.00' }).click();
    await expect.poll(() => phase).toBe('held');
    phase = 'refuse';
    await page.reload();
    const bar = page.getByRole('status').getByText('A payment of $43.00');
    await bar.waitFor();
    await open(page, origin);
    await bar.waitFor();
    phase = 'pass';
    await page.getByRole('status').getByText('Posted').waitFor();
    await page.getByRole('link', { name: 'Open the payment' }).click();
    await page.getByRole('heading', { level: 1, name: '$43.00' }).waitFor();
    expect(await recorded(4_300)).toHaveLength(1);
    expect(new Set(keys).size).toBe(1);
    await close();
  });

  it('an unknown outcome is not posted once two tries say so; the payment is left in the form, to be corrected', async () => {
    const { page, close } = await openDashboard(browser, origin, { role: 'operator', path: loan });
    const answers = [
      { status: 502, body: '' },
      { status: 200, body: graphProblem('posting_unavailable') },
      { status: 200, body: graphProblem('posting_unavailable') },
    ];
    const keys = await keysOf(page, (route) => {
      const answer = answers.shift();
      return answer ? route.fulfill(answer) : route.continue();
    });
    await openForm(page, '44.00', '44');
    await page.getByRole('button', { name: 'Record $44.00' }).click();
    await page.getByRole('alert').getByText('so nothing was recorded').waitFor();
    // The first request may still arrive after the second one: that one alone settles nothing.
    expect(keys).toHaveLength(3);
    expect(await fieldValueOf(page.getByLabel('Check number'))).toBe('44');
    await page.getByLabel('Amount in dollars').fill('44.50');
    await page.getByRole('button', { name: 'Record $44.50' }).click();
    await page.getByRole('dialog').getByText('Posted').waitFor();
    await settled(page);
    expect([await recorded(4_400), await recorded(4_450)].map(({ length }) => length)).toEqual([0, 1]);
    expect(new Set(keys).size).toBe(2);
    await close();
  });
});
