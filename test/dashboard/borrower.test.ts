import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { BROWSER, NO_BROWSER } from '../support/browser.js';
import { accessibility, openDashboard, overflowing } from '../support/dashboard.js';
import { openDemoDashboard } from '../support/demo-dashboard.js';
import { DEMO_NOW, type DemoInstance } from '../support/demo-instance.js';
import { graphClient } from '../support/graph.js';
import { countOf, open, textOf, waitUntilAbsent } from '../support/settled-page.js';

/* A borrower's page: every loan of a person, and what happened on any of them. */

describe.skipIf(BROWSER === undefined)(`a borrower in a browser${NO_BROWSER}`, { timeout: 180_000 }, () => {
  let demo: DemoInstance;
  let origin: string;
  let browser: Browser;
  let loan: string;
  let borrower: string;
  /** A person, the address of their page, and another loan, on which they are co-borrower. */
  let personId: string;
  let address: string;
  let joint: { id: string; number: string };

  const rows = async (text: string, values: readonly unknown[] = []) =>
    (await demo.instance.resources.pool.query(text, [...values])).rows;

  beforeAll(async () => {
    ({ demo, origin, browser, loan, borrower } = await openDemoDashboard());
    const [own] = await rows(
      'select organization_id as lender, primary_borrower_party_id as person from account where id = $1',
      [loan.replace('/accounts/', '')],
    );
    personId = own.person;
    address = `/borrowers/${personId}`;
    // A loan with a charge and without this person.
    [joint] = (await rows(
      `select a.id, a.external_contract_number as number from account a
        where a.organization_id = $1 and a.primary_borrower_party_id <> $2
          and exists (select from autopay_run r where r.account_id = a.id) order by a.id limit 1`,
      [own.lender, personId],
    )) as [typeof joint];
    await rows(
      "insert into account_borrower (organization_id, account_id, person_id, role) values ($1, $2, $3, 'co_borrower')",
      [own.lender, joint.id, personId],
    );
    await rows(
      `insert into dispute (organization_id, id, processor, external_id, charge_external_id, run_id, account_id, amount_cents, reason, status, is_withdrawn, opened_at)
       select r.organization_id, $2, 'sandbox', 'dp_borrower', 'ch_borrower', r.id, r.account_id, 4321, 'fraudulent', 'needs_response', true, now()
         from autopay_run r where r.account_id = $1 limit 1`,
      [joint.id, newId()],
    );
  }, 300_000);
  afterAll(() => demo?.instance.close());

  type Role = 'viewer' | 'operator' | 'admin';
  const openAs = (role: Role, path = address) => openDashboard(browser, origin, { role, path, now: DEMO_NOW });
  const card = (page: Page, title: string) =>
    page.locator('.card').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  const loanRow = (page: Page, number: string) =>
    page.getByRole('table', { name: 'Loans' }).getByRole('row').filter({ hasText: number });

  it('shows own loans and those of a co-borrower with their roles, charges, disputes and masked contact data', async () => {
    const { page, complaints, close } = await openAs('operator');
    await page.getByRole('heading', { name: borrower, level: 1 }).waitFor();
    expect(await textOf(loanRow(page, 'ALD-2026-0017'))).toMatch(/Primary borrower.*\$\d/s);
    expect(await textOf(loanRow(page, joint.number))).toMatch(/Co-borrower.*\$\d/s);
    const links = page
      .getByRole('table', { name: 'Loans' })
      .getByRole('row')
      .filter({ has: page.getByRole('link') });
    const [{ count }] = await rows('select count(*) from account_borrower where person_id = $1', [personId]);
    expect(await countOf(links)).toBe(Number(count));
    expect(await textOf(card(page, 'Autopay charges'))).toContain(joint.number);
    expect(await textOf(card(page, 'Disputes'))).toMatch(/Dispute of \$43\.21.*Fraudulent/s);
    await card(page, 'Contact').getByText('•••').first().waitFor();
    expect(await accessibility(page)).toEqual([]);
    expect(await overflowing(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('a note is added to a loan there; a payment is recorded on the loan’s page', async () => {
    const { page, close } = await openAs('operator');
    await page.getByRole('button', { name: `Add a note: ${joint.number}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a note' });
    await dialog.getByLabel('Note', { exact: true }).fill('Will call back about both loans.');
    await dialog.getByRole('button', { name: 'Add the note' }).click();
    await waitUntilAbsent(page.getByRole('dialog'));
    const notes = card(page, 'Contacts and promises');
    await notes.getByText('Will call back about both loans.').waitFor();
    await notes.getByRole('link', { name: joint.number }).first().waitFor();
    await page.getByRole('link', { name: 'Record a payment: ALD-2026-0017' }).click();
    await page.waitForURL(`**${loan}*`);
    await page.getByRole('dialog', { name: /Record a payment/ }).waitFor();
    await close();
  });

  it('the name on a loan’s page, and a person in the search, lead there', async () => {
    const { page, close } = await openAs('viewer', loan);
    await card(page, 'Borrower').getByRole('link', { name: borrower }).click();
    await page.waitForURL(`**${address}*`);
    await page.getByRole('table', { name: 'Loans' }).waitFor();
    expect(await countOf(page.getByRole('button', { name: /^Add a note/ }))).toBe(0);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Find' }).locator('input:focus').waitFor();
    await page.keyboard.type(borrower);
    await page
      .getByRole('option')
      .filter({ hasText: `${borrower}Borrower, with all loans` })
      .click();
    await page.waitForURL(`**${address}*`);
    await close();
  });

  it('an unknown person and one of another lender are not found, with the same answer', async () => {
    const stranger = await demo.instance.lender('Elsewhere Credit');
    await stranger.ledgerAccount();
    const { token } = await demo.api(demo.organizationIds);
    const ask = graphClient(demo.instance.graphqlUrl, token);
    const query = `query ($id: ID!, $text: String!) {
      person(id: $id) { displayName } accounts(text: $text) { items { id } page { hasMore } }
    }`;
    const answer = async (id: string) => (await ask(query, { id, text: id })).json;
    const [foreign, unknown] = [await answer(stranger.personId), await answer(newId())];
    const bare = (json: unknown) => JSON.stringify(json).replace(/"request_id":"[^"]*"/g, '');
    expect(bare(foreign)).toContain('person_not_found');
    expect(bare(foreign)).toBe(bare(unknown));
    const { page, close } = await openAs('viewer', '/borrowers/nowhere');
    await page.getByRole('heading', { name: 'Borrower not found' }).waitFor();
    await close();
  });

  it('without one part it shows the others, and says what is missing; without any it can try again', async () => {
    const { page, close } = await openAs('operator', '/suppressed');
    let isDown = true;
    await page.route('**/graphql', async (route) => {
      if (!isDown || route.request().postDataJSON().operationName !== 'BorrowerLoans') return route.continue();
      const response = await route.fetch();
      const { data } = await response.json();
      const parts = ['autopaySchedules', 'autopayRuns', 'disputes', 'daysPastDue'];
      const errors = data.accounts.items.flatMap((item: Record<string, unknown>, at: number) =>
        parts.map((part) => {
          item[part] = null;
          const extensions = { code: 'service_unavailable' };
          return { message: 'A part is down.', path: ['accounts', 'items', at, part], extensions };
        }),
      );
      await route.fulfill({ response, json: { data, errors } });
    });
    await open(page, `${origin}${address}`);
    await card(page, 'Autopay charges').getByText('Some of the charges could not be read').waitFor();
    await card(page, 'Disputes').getByText('Some of the disputes could not be read').waitFor();
    expect(await textOf(loanRow(page, 'ALD-2026-0017'))).toMatch(/\$\d.*Not read.*Not read/s);
    expect(await countOf(page.getByText('No charge was disputed'))).toBe(0);
    isDown = false;
    await page.unrouteAll({ behavior: 'wait' });
    await page.route('**/graphql', async (route) => {
      if (route.request().postDataJSON().operationName !== 'BorrowerLoans') return route.continue();
      const extensions = { code: 'service_unavailable' };
      await route.fulfill({
        json: { data: { accounts: null }, errors: [{ message: 'A part is down.', path: ['accounts'], extensions }] },
      });
    });
    await open(page, `${origin}${address}`);
    await card(page, 'Loans').getByRole('button', { name: 'Try again' }).waitFor();
    await page.getByRole('heading', { name: 'Contact' }).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await card(page, 'Loans').getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('table', { name: 'Loans' }).waitFor();
    await close();
  });

  it('an erased person has a page without contact data', async () => {
    const [{ id }] = await rows(
      `update person set erased_at = now(), email = null, phone = null, display_name = 'Erased'
        where id = (select max(primary_borrower_party_id) from account where primary_borrower_party_id <> $1) returning id`,
      [personId],
    );
    const { page, complaints, close } = await openAs('admin', `/borrowers/${id}`);
    await page.locator('main header .about').getByText('Erased on request').waitFor();
    await page.getByRole('table', { name: 'Loans' }).waitFor();
    await waitUntilAbsent(page.getByRole('button', { name: /^Correct/ }));
    expect(complaints).toEqual([]);
    await close();
  });
});
