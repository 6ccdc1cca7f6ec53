import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER, NO_BROWSER } from '../support/browser.js';
import { openDashboard } from '../support/dashboard.js';
import { type DemoDashboard, openDemoDashboard } from '../support/demo-dashboard.js';
import type { DemoInstance } from '../support/demo-instance.js';
import { countOf, open, settled, waitUntilAbsent } from '../support/settled-page.js';

/* How long the dashboard asks for the outcome of a payment by itself, what it offers afterwards, and to whom. */

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

  const bar = (page: Page, amount: string) => page.getByRole('status').filter({ hasText: `A payment of ${amount}` });

  it('after five minutes it is no longer sent by itself; “Send again” sends the same request', async () => {
    const { page, close } = await openDashboard(browser, origin, { role: 'operator', path: '/suppressed' });
    await page.clock.install();
    const keys: string[] = [];
    let isDown = true;
    await page.route('**/graphql', async (route) => {
      const { operationName, variables } = route.request().postDataJSON();
      if (operationName !== 'RecordOnePayment') return route.continue();
      keys.push(variables.key);
      return isDown ? route.fulfill({ status: 502, body: '' }) : route.continue();
    });
    await open(page, `${origin}${loan}`);
    await page.getByRole('button', { name: 'Record a payment' }).click();
    await page.getByLabel('Amount in dollars').fill('81.11');
    await page.getByLabel('Check number').fill('8111');
    await page.getByRole('button', { name: 'Record $81.11' }).click();
    await page.getByText('It may or may not have been recorded').waitFor();
    await page.keyboard.press('Escape');
    await bar(page, '$81.11').getByText('outcome is checked every few seconds').waitFor();
    await page.clock.fastForward('05:01');
    const again = bar(page, '$81.11').getByRole('button', { name: 'Send again' });
    await again.waitFor();
    await settled(page);
    const sent = keys.length;
    await page.clock.fastForward('05:00');
    await settled(page);
    expect(keys).toHaveLength(sent);
    isDown = false;
    await again.click();
    await bar(page, '$81.11').getByText('Posted').waitFor();
    expect(new Set(keys).size).toBe(1);
    expect(await recorded(8_111)).toHaveLength(1);
    await page.unrouteAll({ behavior: 'wait' });
    await close();
  });

  /** As an earlier page of this tab has kept a request. */
  async function keep(page: Page, operator: string, ageMs: number) {
    const accountId = loan.replace('/accounts/', '');
    const input = { amountCents: 8_222, paymentMethod: 'cash' };
    const kept = {
      operator,
      key: crypto.randomUUID(),
      sent: { kind: 'record', accountId, input },
      sentAt: Date.now() - ageMs,
    };
    const name = `tributary-act:${operator} record:${accountId}`;
    await page.evaluate(`sessionStorage.setItem(${JSON.stringify(name)}, ${JSON.stringify(JSON.stringify(kept))})`);
    await page.reload();
    await settled(page);
  }

  it('after 29 days it can only be dismissed: the server may have forgotten its key', async () => {
    const { page, close } = await openDashboard(browser, origin, { role: 'operator', path: '/suppressed' });
    await keep(page, 'demo-operator', 29 * 24 * 3_600_000);
    await bar(page, '$82.22').getByText('too long ago for its outcome to be checked').waitFor();
    expect(await countOf(page.getByRole('button', { name: 'Send again' }))).toBe(0);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await waitUntilAbsent(bar(page, '$82.22'));
    await page.reload();
    await settled(page);
    expect(await countOf(bar(page, '$82.22'))).toBe(0);
    expect(await recorded(8_222)).toHaveLength(0);
    await close();
  });

  it('another operator’s request is neither shown nor sent', async () => {
    const { page, close } = await openDashboard(browser, origin, { role: 'operator', path: '/suppressed' });
    await keep(page, 'demo-admin', 0);
    await page.goto(`${origin}${loan}`);
    await page.getByRole('button', { name: 'Record a payment' }).click();
    await page.getByLabel('Amount in dollars').waitFor();
    expect(await countOf(bar(page, '$82.22'))).toBe(0);
    expect(await recorded(8_222)).toHaveLength(0);
    await close();
  });
});
