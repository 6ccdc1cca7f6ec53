import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER, NO_BROWSER } from '../support/browser.js';
import { accessibility, openDashboard, overflowing } from '../support/dashboard.js';
import { openDemoDashboard } from '../support/demo-dashboard.js';
import type { DemoInstance } from '../support/demo-instance.js';
import { countOf, settled, textOf, waitUntilAbsent } from '../support/settled-page.js';

/* Lenders and sandboxes are created and changed in the dashboard, in a real browser. */

describe.skipIf(BROWSER === undefined)(`in a browser${NO_BROWSER}`, { timeout: 180_000 }, () => {
  let demo: DemoInstance;
  let origin: string;
  let browser: Browser;

  const rows = async (text: string, values: readonly unknown[] = []) =>
    (await demo.instance.resources.pool.query(text, [...values])).rows;
  const opened = () => openDashboard(browser, origin, { path: '/admin/organizations' });
  const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

  beforeAll(async () => {
    ({ demo, origin, browser } = await openDemoDashboard());
  }, 300_000);
  afterAll(() => demo?.instance.close());

  async function choose(page: Page, button: RegExp, option: string) {
    await page.getByRole('dialog').getByRole('button', { name: button }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
    await waitUntilAbsent(page.getByRole('listbox'));
  }

  it('an admin creates a sandbox after all errors at once; it appears in the chooser', async () => {
    const { page, complaints, close } = await opened();
    await page.getByRole('button', { name: 'Create a lender' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create a lender' });
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.getByText('Please enter the name.').waitFor();
    await dialog.getByText('Please enter the legal name.').waitFor();
    await dialog.getByLabel('Name', { exact: true }).and(page.locator(':focus')).waitFor();
    expect(await accessibility(page)).toEqual([]);
    await dialog.getByLabel('Name', { exact: true }).fill('Juniper Trial');
    await dialog.getByLabel('Legal name').fill('Juniper Trial LLC');
    await choose(page, /^Time zone/, 'Chicago');
    await choose(page, /^Kind/, 'Sandbox');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await waitUntilAbsent(dialog);
    expect(await textOf(rowOf(page, 'Juniper Trial'))).toMatch(/Juniper Trial LLC.*Sandbox.*Active.*Chicago/s);
    const [made] = await rows("select * from organization where display_name = 'Juniper Trial'");
    expect(made).toMatchObject({ time_zone: 'America/Chicago', sandbox: true, dba_name: 'Juniper Trial' });
    await page.getByRole('link', { name: 'Loans', exact: true }).click();
    await page.getByRole('button', { name: /^Lender:/ }).click();
    await page.getByRole('menuitemradio', { name: 'Juniper Trial' }).click();
    await page.waitForURL(`**lender=${made.id}*`);
    expect(complaints).toEqual([]);
    await close();
  });

  it('a lost answer and another press create one lender', async () => {
    const { page, close } = await opened();
    let isLost = true;
    await page.route('**/graphql', async (route) => {
      if (!isLost || route.request().postDataJSON().operationName !== 'CreateOrganization') return route.continue();
      isLost = false;
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Create a lender' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Lost Answer Lending');
    await dialog.getByLabel('Legal name').fill('Lost Answer Lending LLC');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await rows("select 1 from organization where display_name = 'Lost Answer Lending'")).toHaveLength(1);
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await waitUntilAbsent(dialog);
    expect(await rows("select 1 from organization where display_name = 'Lost Answer Lending'")).toHaveLength(1);
    await page.unrouteAll({ behavior: 'wait' });
    await close();
  });

  it('a lost answer, and the same lender again: after a change that was taken back, or in a new form', async () => {
    const { page, close } = await opened();
    let lost = 2;
    await page.route('**/graphql', async (route) => {
      if (lost === 0 || route.request().postDataJSON().operationName !== 'CreateOrganization') return route.continue();
      lost -= 1;
      await route.fetch();
      await route.abort();
    });
    const dialog = page.getByRole('dialog');
    const create = dialog.getByRole('button', { name: 'Create', exact: true });
    const typed = async () => {
      await page.getByRole('button', { name: 'Create a lender' }).click();
      await dialog.getByLabel('Name', { exact: true }).fill('Twice Typed Lending');
      await dialog.getByLabel('Legal name').fill('Twice Typed Lending LLC');
    };
    await typed();
    await create.click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Legal name').fill('Other LLC');
    await dialog.getByLabel('Legal name').fill('Twice Typed Lending LLC');
    const second = page.waitForEvent('requestfailed');
    await create.click();
    await second;
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await waitUntilAbsent(dialog);
    await typed();
    await create.click();
    await waitUntilAbsent(dialog);
    expect(await rows("select 1 from organization where display_name = 'Twice Typed Lending'")).toHaveLength(1);
    await page.unrouteAll({ behavior: 'wait' });
    await close();
  });

  it('a lender’s name, time zone and state are changed, one audit row with what changed', async () => {
    const { page, close } = await opened();
    const [id = ''] = demo.organizationIds;
    const [{ display_name: name }] = await rows('select display_name from organization where id = $1', [id]);
    await page.getByRole('button', { name: `Change: ${name}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Legal name').fill('Renamed Legal LLC');
    await choose(page, /^Time zone/, 'Denver');
    await choose(page, /^Autopay after a charge-off/, 'Pauses');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await waitUntilAbsent(dialog);
    await rowOf(page, 'Renamed Legal LLC').getByText('Denver').waitFor();
    expect(
      await rows("select after from audit_log where action = 'organization.update' and subject = $1", [id]),
    ).toEqual([
      {
        after: {
          ...{ legal_name: 'Renamed Legal LLC', time_zone: 'America/Denver' },
          pauses_autopay_after_charge_off: true,
        },
      },
    ]);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await settled(page);
      expect([width, await overflowing(page)]).toEqual([width, []]);
    }
    await close();
  });

  it('an old sign-in is refused with a way to sign in again, and an admin of one lender sees no such button', async () => {
    const { page, close } = await opened();
    await page.route('**/graphql', async (route) => {
      if (route.request().postDataJSON().operationName !== 'CreateOrganization') return route.continue();
      const extensions = { code: 'recent_sign_in_required' };
      await route.fulfill({ json: { data: { createOrganization: null }, errors: [{ message: 'Old.', extensions }] } });
    });
    await page.getByRole('button', { name: 'Create a lender' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Later');
    await dialog.getByLabel('Legal name').fill('Later LLC');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.getByRole('button', { name: 'Sign in again' }).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await close();

    const limited = await openDashboard(browser, origin, { path: '/reports' });
    await limited.page.route('**/session', async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      await route.fulfill({
        response,
        json: { ...body, operator: { ...body.operator, organization_ids: [demo.organizationIds[0]] } },
      });
    });
    await limited.page.goto(`${origin}/admin/organizations`);
    await limited.page.getByRole('table', { name: 'Lenders' }).waitFor();
    expect(await countOf(limited.page.getByRole('button', { name: /Create a lender|^Change/ }))).toBe(0);
    await limited.page.unrouteAll({ behavior: 'wait' });
    await limited.close();
  });
});
