import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER, NO_BROWSER } from '../support/browser.js';
import { openDashboard } from '../support/dashboard.js';
import { openDemoDashboard } from '../support/demo-dashboard.js';
import type { DemoInstance } from '../support/demo-instance.js';
import { countOf, open, textOf, waitUntilAbsent } from '../support/settled-page.js';

/* A loan's page while one part of the server is down: what came is shown, and what is missing says so in its place. */

/** The parts that can be missing while the rest of the account came, and what the page says in their place. */
const PARTS = {
  payoff: 'Not read',
  pastDueCents: 'Not read',
  nextDueOn: 'Not read',
  autopaySchedules: 'Autopay could not be read',
  primaryBorrower: 'The borrower’s data could not be read',
  organization: 'lender not read',
  acceptsPayments: 'Whether it takes payments could not be read',
  paidOffOn: 'Some of the contract could not be read',
} as const;

describe.skipIf(BROWSER === undefined)(`in a browser${NO_BROWSER}`, { timeout: 180_000 }, () => {
  let demo: DemoInstance;
  let origin: string;
  let browser: Browser;
  let loan: string;

  beforeAll(async () => {
    ({ demo, origin, browser, loan } = await openDemoDashboard());
  }, 300_000);
  afterAll(() => demo?.instance.close());

  /** The gateway's answer while the part that has these fields is down: they are null, each with an error. */
  async function missing(page: Page, parts: () => readonly string[]) {
    await page.route('**/graphql', async (route) => {
      if (route.request().postDataJSON().operationName !== 'AccountPage') return route.continue();
      const response = await route.fetch();
      const { data } = await response.json();
      const extensions = { code: 'service_unavailable' };
      const errors = parts().map((part) => ({ message: 'A part is down.', path: ['account', part], extensions }));
      for (const part of parts()) data.account[part] = null;
      await route.fulfill({ response, json: { data, ...(errors.length > 0 && { errors }) } });
    });
  }

  it.each(Object.entries(PARTS))('without %s it says “%s” there, and shows the rest', async (part, says) => {
    const { page, complaints, close } = await openDashboard(browser, origin, { role: 'operator', path: '/suppressed' });
    await missing(page, () => [part]);
    await open(page, `${origin}${loan}`);
    await page.getByText(says).first().waitFor();
    expect(await countOf(page.getByText('This could not be loaded'))).toBe(0);
    await page.getByRole('heading', { name: 'Contract' }).waitFor();
    await page.getByText('Originated').waitFor();
    await page.getByRole('table', { name: 'Timeline' }).waitFor();
    const tiles = await textOf(page.locator('.tiles'));
    expect(tiles.match(/Not read/g)?.length ?? 0).toBe(says === 'Not read' ? 1 : 0);
    expect(tiles).toMatch(/\$\d/);
    if (part === 'autopaySchedules') expect(await countOf(page.getByText('Not set up.'))).toBe(0);
    if (part === 'acceptsPayments') expect(await countOf(page.getByText('Takes no payments'))).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  it('without the loan itself it says why, for an unknown loan and for a part that is down', async () => {
    const { page, complaints, close } = await openDashboard(browser, origin, { path: '/accounts/nowhere' });
    await page.getByRole('heading', { name: 'Loan not found' }).waitFor();
    await page.route('**/graphql', async (route) => {
      if (route.request().postDataJSON().operationName !== 'AccountPage') return route.continue();
      const error = {
        message: 'A part is down.',
        path: ['account', 'contract'],
        extensions: { code: 'internal_error' },
      };
      await route.fulfill({ json: { data: { account: null }, errors: [error] } });
    });
    await open(page, `${origin}${loan}`);
    await page.getByRole('alert').getByText('A part is down.').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('a part that is back appears by itself', async () => {
    const { page, close } = await openDashboard(browser, origin, { role: 'operator', path: '/suppressed' });
    let parts: readonly string[] = ['payoff', 'autopaySchedules'];
    await missing(page, () => parts);
    await open(page, `${origin}${loan}`);
    await page.getByText('Autopay could not be read').waitFor();
    parts = [];
    await page.getByText('Autopay could not be read').waitFor({ state: 'detached', timeout: 40_000 });
    await waitUntilAbsent(page.getByText('Not read'));
    await close();
  });

  it('a page that cannot be read again stays, and says so; a page that was never read keeps its reason', async () => {
    const { page, close } = await openDashboard(browser, origin, { role: 'operator', path: loan });
    const heading = page.getByRole('heading', { name: 'Contract' });
    await heading.waitFor();
    await page.route('**/graphql', (route) => route.abort());
    const stale = page.getByText('may be out of date');
    await stale.waitFor({ timeout: 40_000 });
    await heading.waitFor();
    await page.getByRole('table', { name: 'Timeline' }).getByRole('row').nth(1).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await stale.waitFor({ state: 'detached', timeout: 40_000 });

    await page.route('**/graphql', (route) =>
      route.fulfill({
        status: 500,
        json: { errors: [{ message: 'It broke.', extensions: { code: 'internal_error' } }] },
      }),
    );
    await page.reload();
    const failed = page.getByRole('main').getByText('It broke.').first();
    await failed.waitFor();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.route('**/graphql', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page.locator('html[data-pending="true"]').waitFor({ state: 'attached' });
    await failed.waitFor();
    release();
    await heading.waitFor();
    await close();
  });
});
