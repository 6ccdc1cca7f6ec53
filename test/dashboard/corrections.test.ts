import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER, NO_BROWSER, workerBrowser } from '../support/browser.js';
import { accessibility, openDashboard, overflowing } from '../support/dashboard.js';
import { type DemoInstance, openDemoInstance } from '../support/demo-instance.js';
import { settled, waitUntilAbsent } from '../support/settled-page.js';

/* A borrower's name and contact data, corrected on the loan's page: in a real browser, on the demo data. */

describe.skipIf(BROWSER === undefined)(`in a browser${NO_BROWSER}`, { timeout: 180_000 }, () => {
  let demo: DemoInstance;
  let origin: string;
  let browser: Browser;
  let loan: string;
  let person: { readonly id: string; readonly display_name: string; readonly email: string };

  const sql = async (text: string, values: readonly unknown[] = []) =>
    (await demo.instance.resources.pool.query(text, [...values])).rows;
  const stored = async () => (await sql('select * from person where id = $1', [person.id]))[0];

  beforeAll(async () => {
    demo = await openDemoInstance({}, { isDemo: true });
    origin = new URL(demo.instance.graphqlUrl).origin;
    browser = await workerBrowser();
    const [row] = await sql(
      `select a.id as account_id, n.id, n.display_name, n.email from account a
         join person n on n.organization_id = a.organization_id and n.id = a.primary_borrower_party_id
        where a.external_contract_number = 'ALD-2026-0017'`,
    );
    loan = `/accounts/${row.account_id}`;
    person = row;
  }, 300_000);
  afterAll(() => demo?.instance.close());

  it('an operator corrects fields by keyboard alone; the other fields stay', async () => {
    const { page, complaints, close } = await openDashboard(browser, origin, { role: 'operator', path: loan });
    const button = page.getByRole('button', { name: `Correct the data of ${person.display_name}` });
    await button.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').and(page.locator(':focus')).waitFor();
    expect(await accessibility(page)).toEqual([]);
    expect(await overflowing(page)).toEqual([]);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Robin Corrected');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Robin Corrected' }).waitFor();
    await settled(page);
    await waitUntilAbsent(dialog);
    expect(await stored()).toMatchObject({ display_name: 'Robin Corrected', email: person.email });
    expect(complaints).toEqual([]);
    await close();
  });

  it('a refused field shows its error, and nothing is stored', async () => {
    const { page, close } = await openDashboard(browser, origin, { role: 'operator', path: loan });
    await page.getByRole('button', { name: 'Correct the data of Robin Corrected' }).click();
    const dialog = page.getByRole('dialog');
    const submit = dialog.getByRole('button', { name: 'Correct', exact: true });
    await dialog.getByLabel('Email').waitFor();
    await expect.poll(() => submit.isDisabled()).toBe(true);
    await dialog.getByLabel('Email').fill('nowhere');
    await submit.click();
    await dialog.getByText('Not an email address.').waitFor();
    await expect.poll(() => dialog.getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
    expect(await stored()).toMatchObject({ email: person.email });
    await dialog.getByLabel('Email').fill('robin@example.org');
    await waitUntilAbsent(dialog.getByText('Not an email address.'));
    await submit.click();
    await page.getByText('r•••@example.org').waitFor();
    expect(await stored()).toMatchObject({ email: 'robin@example.org' });
    await close();
  });

  it('opening the form and correcting the telephone number is one recorded read', async () => {
    const reads = async () =>
      (await sql("select 1 from audit_log where action = 'contact_data.read' and subject = $1", [person.id])).length;
    const before = await reads();
    const { page, close } = await openDashboard(browser, origin, { role: 'operator', path: loan });
    await page.getByRole('button', { name: 'Correct the data of Robin Corrected' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Phone').fill('+1 212 555 0143');
    await dialog.getByRole('button', { name: 'Correct', exact: true }).click();
    await waitUntilAbsent(dialog);
    await page.getByText('•••43').waitFor();
    await settled(page);
    expect(await reads()).toBe(before + 1);
    await close();
  });

  it('a refused read of the form is not repeated until the operator asks', async () => {
    const { page, close } = await openDashboard(browser, origin, { role: 'operator', path: loan });
    let asked = 0;
    await page.route('**/graphql', async (route) => {
      if (route.request().postDataJSON().operationName !== 'PersonToCorrect') return route.continue();
      asked += 1;
      const extensions = { code: 'rate_limited' };
      await route.fulfill({ status: 429, json: { errors: [{ message: 'Too many reads.', extensions }] } });
    });
    await page.getByRole('button', { name: 'Correct the data of Robin Corrected' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).waitFor();
    await settled(page);
    expect(asked).toBe(1);
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('dialog').getByLabel('Phone').waitFor();
    await close();
  });

  it('a person from another loan system has no form; the page names the system that keeps their data', async () => {
    const { page, close } = await openDashboard(browser, origin, { role: 'operator' });
    await sql("insert into loan_system (code, kind) values ('fineract-west', 'fineract')");
    await sql("update person set loan_system_code = 'fineract-west', external_id = id where id = $1", [person.id]);
    await page.goto(`${origin}${loan}`);
    await page.getByText('Corrected in fineract-west').waitFor();
    await waitUntilAbsent(page.getByRole('button', { name: /^Correct the data of/ }));
    await sql('update person set loan_system_code = null, external_id = null where id = $1', [person.id]);
    await close();
  });

  it('a viewer has no form', async () => {
    const { page, close } = await openDashboard(browser, origin, { role: 'viewer', path: loan });
    await page.getByRole('heading', { name: 'Borrower' }).waitFor();
    await waitUntilAbsent(page.getByRole('button', { name: /^Correct the data of/ }));
    await close();
  });
});
