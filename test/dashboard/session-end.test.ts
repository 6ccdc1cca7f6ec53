import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeOperatorToken } from '../../core/auth/operator-tokens/list-and-revoke-operator-tokens.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { BROWSER, NO_BROWSER } from '../support/browser.js';
import { openDashboard } from '../support/dashboard.js';
import { openDemoDashboard } from '../support/demo-dashboard.js';
import type { DemoInstance } from '../support/demo-instance.js';
import { countOf, fieldValueOf, settled } from '../support/settled-page.js';

/* The end of a session: nothing that was read stays on the screen, and what was typed waits for the same operator. */

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

  const signIn = (page: Page) => page.getByRole('button', { name: 'Open the demo' });
  const heading = (page: Page) => page.getByRole('heading', { level: 1, name: borrower });

  async function signOut(page: Page) {
    await page.getByRole('button', { name: /^Demo / }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
  }

  async function revokeAll() {
    const { pool, db, clock } = demo.instance.resources;
    const { rows } = await pool.query<{ id: string }>(
      'select id from operator_token where session_hash is not null and revoked_at is null',
    );
    await Promise.all(rows.map(({ id }) => revokeOperatorToken({ db, clock }, id, systemPrincipal('test'))));
  }

  /** Nothing of the borrower is left: on the screen, in the title, or in the page's storage. */
  async function expectNothingLeft(page: Page) {
    await signIn(page).waitFor();
    await settled(page);
    expect(await page.content()).not.toContain(borrower);
    expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).not.toContain(borrower);
  }

  it('signing out shows the sign-in page in every tab, and another operator reads everything again', async () => {
    const { page, complaints, close } = await openDashboard(browser, origin, { role: 'supervisor', path: loan });
    const other = await page.context().newPage();
    await other.goto(`${origin}${loan}`);
    await heading(other).waitFor();
    await signOut(page);
    await expectNothingLeft(page);
    await expectNothingLeft(other);
    const asked: string[] = [];
    other.on('request', (request) => asked.push(request.postDataJSON()?.operationName));
    await page.getByRole('button', { name: '… as a viewer' }).click();
    await heading(page).waitFor();
    await heading(other).waitFor();
    await settled(other);
    expect(asked).toContain('AccountPage');
    expect(await countOf(other.getByRole('button', { name: 'Record a payment' }))).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  it('a session that is revoked elsewhere ends on the screen, on a page that reads nothing by itself', async () => {
    const { page, close } = await openDashboard(browser, origin, { path: '/admin/jobs' });
    await page.getByRole('heading', { level: 1, name: 'Failed jobs' }).waitFor();
    await revokeAll();
    await signIn(page).waitFor({ timeout: 20_000 });
    await close();
  });

  it('a session that expires ends on the screen, without a request', async () => {
    const { page, close } = await openDashboard(browser, origin, { path: '/' });
    await page.route('**/session', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), expires_in_seconds: 60 } });
    });
    // The browser's clock is a day behind: only the server's count of seconds is used.
    await page.clock.install({ time: Date.now() - 86_400_000 });
    await page.goto(`${origin}${loan}`);
    await heading(page).waitFor();
    await page.context().setOffline(true);
    await page.clock.fastForward(61_000);
    await signIn(page).waitFor();
    expect(await page.content()).not.toContain(borrower);
    await close();
  });

  it('a server that cannot be reached does not end the session, and the page says so', async () => {
    const { page, close } = await openDashboard(browser, origin, { path: loan });
    await page.route('**/session/end', (route) => route.abort());
    await signOut(page);
    await page.getByRole('alert').getByText('You are still signed in').waitFor();
    await heading(page).waitFor();
    await close();
  });

  it('what was typed waits for the same operator, but not for another one, and never in storage', async () => {
    const { page, close } = await openDashboard(browser, origin, { role: 'supervisor', path: loan });
    const type = async () => {
      await page.getByRole('button', { name: 'Record a payment' }).click();
      await page.getByLabel('Amount in dollars').fill('61.25');
      await page.getByLabel('Memo').fill('Left at the desk');
    };
    await type();
    await revokeAll();
    await expectNothingLeft(page);
    expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).not.toContain('61.25');
    await page.getByRole('button', { name: '… as a supervisor' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await fieldValueOf(page.getByLabel('Amount in dollars'))).toBe('61.25');
    expect(await fieldValueOf(page.getByLabel('Memo'))).toBe('Left at the desk');

    await revokeAll();
    await expectNothingLeft(page);
    await signIn(page).click();
    await heading(page).waitFor();
    await page.getByRole('button', { name: 'Record a payment' }).click();
    expect(await fieldValueOf(page.getByLabel('Amount in dollars'))).toBe('');
    await close();
  });

  it('what was typed is forgotten after 15 minutes', async () => {
    const { page, close } = await openDashboard(browser, origin, { role: 'supervisor', path: loan });
    await page.clock.install();
    await page.goto(`${origin}${loan}`);
    await page.getByRole('button', { name: 'Record a payment' }).click();
    await page.getByLabel('Amount in dollars').fill('62.25');
    await revokeAll();
    await page.clock.fastForward(15_000);
    await signIn(page).waitFor();
    await page.clock.fastForward('15:01');
    await page.getByRole('button', { name: '… as a supervisor' }).click();
    await heading(page).waitFor();
    await page.getByRole('button', { name: 'Record a payment' }).click();
    expect(await fieldValueOf(page.getByLabel('Amount in dollars'))).toBe('');
    await close();
  });

  it('nothing but its key is kept of a payment without an outcome; the next session finds the outcome by it', async () => {
    const { page, close } = await openDashboard(browser, origin, { role: 'supervisor', path: loan });
    let isLost = true;
    const sent: string[] = [];
    await page.route('**/graphql', async (route) => {
      const { operationName } = route.request().postDataJSON();
      if (operationName === 'RecordOnePayment' || operationName === 'OutcomeByKey') sent.push(operationName);
      if (operationName !== 'RecordOnePayment' || !isLost) return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await page.getByRole('button', { name: 'Record a payment' }).click();
    await page.getByLabel('Amount in dollars').fill('63.25');
    await page.getByLabel('Check number').fill('770077');
    await page.getByLabel('Memo').fill('For her late husband');
    await page.getByRole('button', { name: 'Record $63.25' }).click();
    await page.getByText('no response has arrived').waitFor();
    await page.keyboard.press('Escape');
    await signOut(page);
    await expectNothingLeft(page);
    const stored: string = await page.evaluate('JSON.stringify({ ...sessionStorage })');
    expect(stored).toContain('amountCents');
    for (const text of ['For her late husband', '770077']) expect(stored).not.toContain(text);
    isLost = false;
    sent.length = 0;
    await page.getByRole('button', { name: '… as a supervisor' }).click();
    await page.getByRole('status').getByText('A payment of $63.25').waitFor();
    await page.getByRole('status').getByText('Posted').waitFor();
    expect(new Set(sent)).toEqual(new Set(['OutcomeByKey']));
    await page.unrouteAll({ behavior: 'wait' });
    await close();
  });

  it('contact data that was typed is not kept', async () => {
    const { page, close } = await openDashboard(browser, origin, { role: 'supervisor', path: loan });
    await page
      .getByRole('button', { name: /^Correct the data of/ })
      .first()
      .click();
    await page.getByLabel('Phone').fill('+1 555 0100');
    await revokeAll();
    await expectNothingLeft(page);
    await page.getByRole('button', { name: '… as a supervisor' }).click();
    await heading(page).waitFor();
    await page
      .getByRole('button', { name: /^Correct the data of/ })
      .first()
      .click();
    expect(await fieldValueOf(page.getByLabel('Phone'))).not.toBe('+1 555 0100');
    await close();
  });
});
