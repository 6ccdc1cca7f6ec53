import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER, NO_BROWSER } from '../support/browser.js';
import { accessibility, openDashboard, overflowing } from '../support/dashboard.js';
import { openDemoDashboard } from '../support/demo-dashboard.js';
import type { DemoInstance } from '../support/demo-instance.js';
import {
  attributeOf,
  countOf,
  fieldValueOf,
  navigate,
  settled,
  textOf,
  waitUntilAbsent,
} from '../support/settled-page.js';

/* Products of the built-in ledger in the dashboard: created, revised, renamed, deactivated. */

describe.skipIf(BROWSER === undefined)(`products${NO_BROWSER}`, { timeout: 180_000 }, () => {
  let demo: DemoInstance;
  let origin: string;
  let browser: Browser;
  let organizationId: string;

  beforeAll(async () => {
    ({ demo, origin, browser } = await openDemoDashboard());
    organizationId = demo.organizationIds[0] ?? '';
  }, 300_000);
  afterAll(() => demo?.instance.close());

  const query = async (text: string, values: readonly unknown[] = []) =>
    (await demo.instance.resources.pool.query(text, [...values])).rows;
  const versionsOf = (code: string) =>
    query(
      `select v.*, p.name, p.is_active from ledger_product p join ledger_product_version v on v.product_id = p.id
        where p.organization_id = $1 and p.code = $2 order by v.version`,
      [organizationId, code],
    );
  const opened = (role: 'viewer' | 'agent' | 'supervisor' = 'supervisor', path = '/products') =>
    openDashboard(browser, origin, { role, path: `${path}?lender=${organizationId}` });
  const field = (page: Page, label: string) => page.getByRole('dialog').getByLabel(label, { exact: true });

  async function create(page: Page, code: string, name: string) {
    await page.getByRole('button', { name: 'Create a product' }).click();
    await field(page, 'Code').fill(code);
    await field(page, 'Name').fill(name);
  }
  const submit = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name }).click();

  async function created(page: Page, code: string, name: string) {
    await create(page, code, name);
    await submit(page, 'Create');
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await waitUntilAbsent(page.getByRole('dialog'));
  }

  it('is created with exact cents and days, shown in words, and listed', async () => {
    const { page, complaints, close } = await opened();
    await create(page, 'P1-A', 'Used cars');
    await field(page, 'Late fee in dollars').fill('25.07');
    await field(page, 'Grace days').fill('10');
    await field(page, 'Automatic charge-off at days past due').fill('');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Day count/ })
      .click();
    await page.getByRole('option', { name: '30/360' }).click();
    expect(await accessibility(page)).toEqual([]);
    await submit(page, 'Create');
    await page.getByRole('heading', { level: 1, name: 'Used cars' }).waitFor();
    expect(await versionsOf('P1-A')).toMatchObject([
      {
        version: 1,
        late_fee_cents: 2_507,
        late_fee_grace_days: 10,
        charge_off_at_days: null,
        day_count: 'thirty_360',
      },
    ]);
    const terms = await textOf(page.locator('section.card', { hasText: 'Terms of new loans' }));
    for (const text of ['30/360', '$25.07', 'Never', 'Fees, interest, principal']) expect(terms).toContain(text);
    await navigate(page, `/products?lender=${organizationId}`);
    expect(await textOf(page.getByRole('row').filter({ hasText: 'P1-A' }))).toMatch(
      /Used cars.*Active.*30\/360.*\$25\.07/s,
    );
    expect(complaints).toEqual([]);
    await close();
  });

  it('every field in error is marked and the first has the focus; nothing is sent', async () => {
    const { page, close } = await opened();
    await create(page, 'no spaces', '');
    await field(page, 'Late fee in dollars').fill('1000.01');
    await field(page, 'Grace days').fill('91');
    await submit(page, 'Create');
    await field(page, 'Code').and(page.locator('[aria-invalid="true"]')).and(page.locator(':focus')).waitFor();
    for (const text of ['Please enter the name.', 'from 0.00 to 1,000.00', '0 to 90 days'])
      await page.getByText(text).waitFor();
    expect(await query("select 1 from ledger_product where code = 'no spaces'")).toEqual([]);
    await close();
  });

  it('a code in use is refused at its field', async () => {
    const { page, close } = await opened();
    await created(page, 'P1-B', 'First');
    await navigate(page, `/products?lender=${organizationId}`);
    await create(page, 'P1-B', 'Second');
    await submit(page, 'Create');
    await field(page, 'Code').and(page.locator('[aria-invalid="true"]')).waitFor();
    expect(await versionsOf('P1-B')).toMatchObject([{ name: 'First' }]);
    await close();
  });

  it('a lost answer and another press create one product', async () => {
    const { page, close } = await opened();
    let isLost = false;
    await page.route('**/graphql', async (route) => {
      if (isLost || route.request().postDataJSON().operationName !== 'CreateProduct') return route.continue();
      isLost = true;
      await route.fetch();
      await route.abort();
    });
    await create(page, 'P1-C', 'Lost');
    await submit(page, 'Create');
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await submit(page, 'Create');
    await page.getByRole('heading', { level: 1, name: 'Lost' }).waitFor();
    expect(await versionsOf('P1-C')).toHaveLength(1);
    await page.unrouteAll({ behavior: 'wait' });
    await close();
  });

  it('a revision sends only what was changed, and its page shows what each version changed', async () => {
    const { page, complaints, close } = await opened();
    await created(page, 'P1-D', 'Boats');
    await page.getByRole('button', { name: 'Revise terms' }).click();
    await submit(page, 'Save as version 2');
    await page.getByText('These are the current terms.').waitFor();
    await field(page, 'Returned payment fee in dollars').fill('15.5');
    const sent = page.waitForRequest((request) => request.postDataJSON()?.operationName === 'ReviseProduct');
    await submit(page, 'Save as version 2');
    expect((await sent).postDataJSON().variables.input).toEqual({ nsfFeeCents: 1_550 });
    await waitUntilAbsent(page.getByRole('dialog'));
    const row = page.getByRole('table', { name: 'Versions' }).getByRole('row').filter({ hasText: '(current)' });
    expect(await textOf(row)).toMatch(/2 \(current\).*Returned payment fee: None → \$15\.50/s);
    expect(await versionsOf('P1-D')).toMatchObject([{ nsf_fee_cents: 0 }, { nsf_fee_cents: 1_550 }]);
    await page.getByRole('button', { name: 'Revise terms' }).click();
    expect(await fieldValueOf(field(page, 'Returned payment fee in dollars'))).toBe('15.50');
    expect(complaints).toEqual([]);
    await close();
  });

  it('is renamed, and deactivated after a question: booking no longer offers it', async () => {
    const { page, close } = await opened();
    await created(page, 'P1-E', 'Old name');
    await page.getByRole('button', { name: 'Rename' }).click();
    await field(page, 'Name').fill('New name');
    await submit(page, 'Rename');
    await page.getByRole('heading', { level: 1, name: 'New name' }).waitFor();
    await page.getByRole('button', { name: 'Deactivate' }).click();
    await submit(page, 'Deactivate');
    await page.getByText('Inactive').waitFor();
    expect(await versionsOf('P1-E')).toMatchObject([{ name: 'New name', is_active: false }]);
    await navigate(page, `/accounts?lender=${organizationId}`);
    await page.getByRole('button', { name: 'Book a loan' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Product/ })
      .click();
    await page.getByRole('option', { name: /^P1-D/ }).waitFor();
    expect(await countOf(page.getByRole('option', { name: /^P1-E/ }))).toBe(0);
    await page.getByRole('option', { name: /^P1-D/ }).click();
    const link = page.getByRole('dialog').getByRole('link', { name: 'Terms of this product' });
    expect(await attributeOf(link, 'href')).toMatch(/^\/products\//);
    await close();
  });

  it.each(['viewer', 'agent'] as const)('a %s reads products and cannot change one', async (role) => {
    const { page, close } = await opened(role);
    await page.getByRole('link', { name: 'Boats' }).click();
    await page.getByRole('table', { name: 'Versions' }).waitFor();
    expect(await countOf(page.getByRole('button', { name: /Create a product|Revise|Rename|ctivate/ }))).toBe(0);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await settled(page);
      expect([width, await overflowing(page)]).toEqual([width, []]);
    }
    await close();
  });
});
