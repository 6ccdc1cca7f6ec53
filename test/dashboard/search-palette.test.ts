import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER, NO_BROWSER } from '../support/browser.js';
import { openDashboard } from '../support/dashboard.js';
import { openDemoDashboard } from '../support/demo-dashboard.js';
import type { DemoInstance } from '../support/demo-instance.js';
import { countOf, fieldValueOf, settled, textOf, textsOf, waitUntilAbsent } from '../support/settled-page.js';

/* One search for everything, by keyboard: what is found, what each row opens, and which requests it sends. */

describe.skipIf(BROWSER === undefined)(`in a browser${NO_BROWSER}`, { timeout: 180_000 }, () => {
  let demo: DemoInstance;
  let origin: string;
  let browser: Browser;
  let loan: string;
  let borrower: string;

  beforeAll(async () => {
    ({ demo, origin, browser, loan, borrower } = await openDemoDashboard());
  }, 300_000);
  afterAll(() => demo?.instance.close());

  const opened = (role: 'viewer' | 'operator' | 'admin' = 'operator', path = '/developers/webhooks') =>
    openDashboard(browser, origin, { role, path });
  const one = async (sql: string, ...values: readonly unknown[]) =>
    (await demo.instance.resources.pool.query(sql, [...values])).rows[0];
  const status = (page: Page) => page.getByRole('dialog', { name: 'Find' }).getByRole('status');
  const group = (page: Page, name: string) => page.getByRole('group', { name });
  const path = (page: Page) => new URL(page.url()).pathname;

  async function find(page: Page, text: string) {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Find' }).locator('input:focus').waitFor();
    await page.keyboard.type(text);
    await settled(page);
  }

  it('a loan by words of its name in any order, without accents and apostrophes; Enter opens the first row', async () => {
    const { page, complaints, close } = await opened();
    await find(page, borrower.split(' ').toReversed().join(' ').toUpperCase());
    const rows = group(page, 'Borrowers and loans').getByRole('option');
    expect((await textsOf(rows)).join()).toContain('ALD-2026-0017');
    expect((await textsOf(rows)).join()).toContain('Name');
    expect(await textOf(status(page))).toMatch(/^\d+ results?$/);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${loan}`);
    expect(complaints).toEqual([]);
    await close();
  });

  it('a payment by its id, its reference number and its amount, each with what matched', async () => {
    const { page, close } = await opened('viewer');
    const payment = await one(
      `select p.id, e.reference_number as number, p.amount_cents as cents from collected_payment p
         join ledger_entry e on e.organization_id = p.organization_id and e.external_reference = p.id
        where p.status = 'posted' order by p.id desc limit 1`,
    );
    for (const [text, matched] of [
      [payment.id.toLowerCase(), 'ID'],
      // As on a receipt; a single digit without its sign is too short to be searched.
      [`#${payment.number}`, 'Reference number'],
      [`$${(Number(payment.cents) / 100).toFixed(2)}`, 'Amount'],
    ]) {
      await find(page, text);
      await group(page, 'Payments').getByRole('option').filter({ hasText: matched }).first().waitFor();
      await page.keyboard.press('Escape');
      await waitUntilAbsent(page.getByRole('dialog', { name: 'Find' }));
    }
    await find(page, payment.id);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/payments/${payment.id}`);
    await close();
  });

  it('letters that open a page elsewhere, g and then c, are only text', async () => {
    const { page, close } = await opened('viewer');
    await find(page, 'g95c');
    expect(await fieldValueOf(page.getByRole('searchbox', { name: 'Find anything' }))).toBe('g95c');
    expect(path(page)).toBe('/developers/webhooks');
    await close();
  });

  it('a run of autopay by its id opens its loan', async () => {
    const { page, close } = await opened('viewer');
    const run = await one('select id, account_id from autopay_run order by id desc limit 1');
    await find(page, run.id);
    await group(page, 'Charges and cards').getByRole('option').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/accounts/${run.account_id}`);
    await close();
  });

  it('a telephone number is sought only on Enter, once, with one audit row; nothing of it while typing', async () => {
    const { page, close } = await opened();
    const person = await one(
      `select p.phone, p.display_name as name from person p join account_borrower b on b.person_id = p.id and b.role = 'primary'
        where p.phone is not null order by p.id desc limit 1`,
    );
    const reads = async () =>
      Number((await one("select count(*) from audit_log where action = 'contact_data.read'")).count);
    const asked: string[] = [];
    page.on('request', (request) => {
      const { operationName } = request.postDataJSON() ?? {};
      if (/^Find/.test(operationName)) asked.push(operationName);
    });
    const before = await reads();
    await find(page, person.phone);
    const ask = page.getByRole('option', { name: 'Find the borrower with this telephone number' });
    await ask.waitFor();
    expect(asked.filter((each) => each !== 'Find')).toEqual([]);
    expect(await reads()).toBe(before);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await group(page, 'Borrowers and loans').getByRole('option').filter({ hasText: person.name }).first().waitFor();
    await waitUntilAbsent(ask);
    expect(asked.filter((each) => each === 'FindByContact')).toHaveLength(1);
    expect(await reads()).toBe(before + 1);
    await close();
  });

  it('part of an email address is not sent', async () => {
    const { page, close } = await opened();
    const asked: string[] = [];
    page.on('request', (request) => {
      const { text } = request.postDataJSON()?.variables ?? {};
      if (typeof text === 'string' && text.includes('@')) asked.push(text);
    });
    await find(page, 'someone@nowhere.example');
    await page.getByRole('option', { name: 'Find the borrower with this email address' }).waitFor();
    expect(asked).toEqual([]);
    await page.keyboard.press('Enter');
    await status(page).getByText('No borrower has it.').waitFor();
    expect(asked).toEqual(['someone@nowhere.example']);
    await close();
  });

  it('an act and then a loan: “record payment for …” opens the form of the loan', async () => {
    const { page, close } = await opened();
    await find(page, 'record payment for ALD-2026-0017');
    await group(page, 'Record a payment for').getByRole('option').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: /^Record a payment from/ }).waitFor();
    expect(path(page)).toBe(loan);
    await close();
  });

  it('an act that was chosen, and then a loan; Backspace leaves the act', async () => {
    const { page, close } = await opened();
    await find(page, 'payoff');
    await page.keyboard.press('Enter');
    await page.getByRole('searchbox', { name: 'Quote the payoff for which loan?' }).waitFor();
    await page.keyboard.press('Backspace');
    await page.getByRole('searchbox', { name: 'Find anything' }).waitFor();
    await page.keyboard.type('payoff');
    await settled(page);
    await page.keyboard.press('Enter');
    await page.keyboard.type('ALD-2026-0017');
    await group(page, 'Quote the payoff for').getByRole('option').waitFor();
    await settled(page);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === loan && url.search === '');
    await page.locator('#payoff:focus').waitFor();
    await close();
  });

  it('a loan and then an act; a viewer is offered only what the role may do', async () => {
    const offered = async (role: 'viewer' | 'operator') => {
      const { page, close } = await opened(role);
      await find(page, 'ALD-2026-0017');
      const names = await textsOf(group(page, 'Actions').getByRole('option'));
      await close();
      return names.map((name) => name.split(' for ')[0]);
    };
    expect(await offered('operator')).toEqual([
      'Record a payment',
      'Pause, resume or retry autopay',
      'Quote the payoff',
    ]);
    expect(await offered('viewer')).toEqual(['Quote the payoff']);
  });

  it('hits of an earlier text are never shown, also when its answer arrives late', async () => {
    const { page, close } = await opened();
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/graphql', async (route) => {
      if (route.request().postDataJSON()?.variables?.text === 'ALD-2026-0003') await held;
      await route.continue().catch(() => undefined);
    });
    await page.keyboard.press('Control+k');
    const input = page.getByRole('dialog', { name: 'Find' }).locator('input:focus');
    const first = page.waitForRequest((request) => request.postDataJSON()?.variables?.text === 'ALD-2026-0003');
    await input.fill('ALD-2026-0003');
    await first;
    await status(page).getByText('Searching').waitFor();
    // Enter is for a row that is in sight, not for one that is still to come.
    await page.keyboard.press('Enter');
    await input.fill('ALD-2026-0017');
    await page.getByRole('option').filter({ hasText: 'ALD-2026-0017' }).waitFor();
    release();
    await settled(page);
    expect(await countOf(page.getByRole('option').filter({ hasText: 'ALD-2026-0003' }))).toBe(0);
    expect(path(page)).toBe('/developers/webhooks');
    await page.unrouteAll({ behavior: 'wait' });
    await close();
  });

  it('with one part down the rest is found, and the missing part is named; a failed search can be tried again', async () => {
    const { page, close } = await opened();
    let mode: 'part' | 'all' | 'none' = 'part';
    await page.route('**/graphql', async (route) => {
      if (route.request().postDataJSON()?.operationName !== 'Find' || mode === 'none') return route.continue();
      if (mode === 'all') return route.abort();
      const response = await route.fetch();
      const { data } = await response.json();
      const error = {
        message: 'A part is down.',
        path: ['searchPayments'],
        extensions: { code: 'service_unavailable' },
      };
      await route.fulfill({ response, json: { data: { ...data, searchPayments: null }, errors: [error] } });
    });
    await find(page, 'ALD-2026-0017');
    await status(page).getByText('Payments, charges and disputes could not be searched.').waitFor();
    await group(page, 'Borrowers and loans').getByRole('option').waitFor();
    mode = 'all';
    await page.keyboard.press('Backspace');
    await status(page).getByText('The search failed').waitFor();
    expect(await countOf(status(page).getByText('No matches'))).toBe(0);
    mode = 'none';
    await page.getByRole('button', { name: 'Try again' }).click();
    await group(page, 'Borrowers and loans').getByRole('option').first().waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await close();
  });

  it('a lender that the page does not show limits nothing', async () => {
    const { page, close } = await opened('operator', `/loan-systems?lender=${demo.organizationIds[1]}`);
    await find(page, 'ALD-2026-0017');
    await group(page, 'Borrowers and loans').getByRole('option').waitFor();
    await close();
  });
});
