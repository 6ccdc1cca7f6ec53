import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../core/time/dates.js';
import { BROWSER, NO_BROWSER, workerBrowser } from '../support/browser.js';
import { type OpenDashboard, openDashboard } from '../support/dashboard.js';
import { DEMO_NOW, type DemoInstance, openDemoInstance } from '../support/demo-instance.js';
import { on } from '../support/example-loan.js';
import { countOf, open, textOf, textsOf, waitUntilAbsent } from '../support/settled-page.js';

/* Autopay of a loan: set up, change, pause with a reason, resume, cancel; a run's page, and trying it again now. */

describe.skipIf(BROWSER === undefined)(`autopay in a browser${NO_BROWSER}`, { timeout: 180_000 }, () => {
  let demo: DemoInstance;
  let origin: string;
  let browser: Browser;
  const today = DEMO_NOW.slice(0, 10);

  beforeAll(async () => {
    demo = await openDemoInstance({}, { isDemo: true });
    origin = new URL(demo.instance.graphqlUrl).origin;
    browser = await workerBrowser();
  }, 300_000);
  afterAll(() => demo?.instance.close());

  const query = async (text: string, values: readonly unknown[] = []) =>
    (await demo.instance.resources.pool.query(text, [...values])).rows;

  /** A loan whose borrower has a card, and that has no schedule; each call gives another one. */
  const taken = new Set<string>();
  async function loanWithCard(): Promise<string> {
    const rows = await query(
      `select a.id from account a join account_borrower b on b.account_id = a.id and b.is_active
         join payment_method m on m.party_id = b.person_id and m.is_active and m.instrument_type = 'card'
        where a.loan_system_code = 'ledger' and a.status_code = 'active'
          and make_date(m.expiration_year, m.expiration_month, 1) > now()
          and not exists (select from autopay_schedule s where s.account_id = a.id and s.status in ('active', 'paused'))
        group by a.id order by a.id`,
    );
    const id = rows.map((row) => row.id).find((each) => !taken.has(each));
    if (id === undefined) throw new Error('the demo has no such loan left');
    taken.add(id);
    return id;
  }

  const openLoan = (id: string): Promise<OpenDashboard> =>
    openDashboard(browser, origin, { role: 'operator', path: `/accounts/${id}`, now: DEMO_NOW });

  const schedulesOf = (id: string) =>
    query(
      `select amount_cents, frequency_unit, frequency_interval, status, end_date::text, pause_reason
         from autopay_schedule where account_id = $1 order by id`,
      [id],
    );

  async function setUp(page: Page, dollars: string) {
    await page.getByRole('button', { name: 'Set up autopay' }).click();
    await page.getByLabel('Amount in dollars').fill(dollars);
  }

  it('is set up with a preview of its charges, and is changed, paused, resumed and cancelled', async () => {
    const id = await loanWithCard();
    const { page, complaints, close } = await openLoan(id);
    await setUp(page, '');
    await page.getByRole('button', { name: 'Set up', exact: true }).click();
    await page.getByText('Please enter an amount').waitFor();
    await page.getByLabel('Amount in dollars').fill('21.50');
    await page.getByLabel('Every').fill('2');
    await page.getByRole('status', { name: 'Planned charges' }).getByRole('listitem').first().waitFor();
    const planned = await textsOf(page.getByRole('status', { name: 'Planned charges' }).getByRole('listitem'));
    expect(planned).toHaveLength(6);
    expect(planned[0]).toMatch(/: \$21\.50$/);
    await page.getByRole('button', { name: 'Charge every 2 months' }).click();
    await page.getByText('$21.50, every 2 months').waitFor();
    const made = { amount_cents: 2_150, frequency_unit: 'month', frequency_interval: 2, end_date: null };
    expect(await schedulesOf(id)).toEqual([{ ...made, status: 'active', pause_reason: null }]);

    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByLabel('Amount in dollars').fill('30');
    const end = addDays(on(today), 300);
    await page.getByLabel('Last charge by (optional)').fill(end);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('$30.00, every 2 months').waitFor();
    const changed = { ...made, amount_cents: 3_000, end_date: end };
    expect(await schedulesOf(id)).toEqual([{ ...changed, status: 'active', pause_reason: null }]);

    await page.getByRole('button', { name: 'Pause autopay' }).click();
    await page.getByLabel('Reason').fill('Laid off until spring');
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByText('Laid off until spring').waitFor();
    expect(await schedulesOf(id)).toEqual([{ ...changed, status: 'paused', pause_reason: 'Laid off until spring' }]);

    await page.getByRole('button', { name: 'Resume autopay' }).click();
    await page.getByRole('button', { name: 'Pause autopay' }).waitFor();
    await waitUntilAbsent(page.getByText('Laid off until spring'));
    expect(await schedulesOf(id)).toEqual([{ ...changed, status: 'active', pause_reason: null }]);

    await page.getByRole('button', { name: 'Cancel autopay' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel autopay' }).click();
    await page.getByText('Not set up.').waitFor();
    expect(await schedulesOf(id)).toEqual([{ ...changed, status: 'cancelled', pause_reason: null }]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('a lost response to its creation: sent again, also from a new dialog, there is one schedule', async () => {
    const id = await loanWithCard();
    const { page, close } = await openLoan(id);
    let isLost = true;
    const keys: string[] = [];
    await page.route('**/graphql', async (route: Route) => {
      const body = route.request().postDataJSON();
      if (body.operationName !== 'CreateSchedule') return route.continue();
      keys.push(body.variables.key);
      if (!isLost) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await setUp(page, '22');
    await page.getByRole('button', { name: 'Charge every month' }).dblclick();
    await page.getByText('sending the same again cannot create it twice').waitFor();
    expect(await schedulesOf(id)).toHaveLength(1);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    isLost = false;
    await setUp(page, '23');
    await page.getByRole('button', { name: 'Charge every month' }).click();
    await page.getByText('The schedule that was sent before was created').waitFor();
    expect(new Set(keys).size).toBe(1);
    expect(await schedulesOf(id)).toHaveLength(1);
    await page.unrouteAll({ behavior: 'wait' });
    await close();
  });

  it('a first day in the past is shown at its field', async () => {
    const [{ id }] = await query("select max(account_id) as id from autopay_schedule where status = 'active'");
    const before = await schedulesOf(id);
    const { page, close } = await openLoan(id);
    await setUp(page, '24');
    await page.getByLabel('First charge from').fill(addDays(on(today), -1));
    // The browser does not send a form with a day before `min`; an old page would.
    await page.getByLabel('First charge from').evaluate((field: { removeAttribute(name: string): void }) => {
      field.removeAttribute('min');
    });
    await page.getByRole('button', { name: 'Charge every month' }).click();
    await page
      .getByRole('alert')
      .getByText(/^Start date must be/)
      .waitFor();
    expect(await schedulesOf(id)).toEqual(before);
    await close();
  });

  it('a run shows each try, and can be tried again now by an operator, not by a viewer', async () => {
    const [run] = await query(
      `select r.id, r.account_id, (select count(*)::int from autopay_attempt t where t.run_id = r.id) as tries
         from autopay_run r join autopay_schedule s on s.id = r.schedule_id and s.status = 'active'
        where r.status = 'retrying' and r.next_try_on > $1 order by r.id limit 1`,
      [today],
    );
    const path = `/autopay/runs/${run.id}`;
    const viewer = await openDashboard(browser, origin, { role: 'viewer', path, now: DEMO_NOW });
    expect(await countOf(viewer.page.getByRole('button', { name: 'Try again now' }))).toBe(0);
    await viewer.close();
    const { page, complaints, close } = await openDashboard(browser, origin, { role: 'operator', path, now: DEMO_NOW });
    expect(await countOf(page.getByRole('table').getByRole('row'))).toBe(run.tries + 1);
    expect(await textOf(page.getByRole('table').getByRole('row').nth(1))).toContain('Declined: insufficient funds');
    await page.getByRole('button', { name: 'Try again now' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Try again now' }).dblclick();
    await waitUntilAbsent(page.getByRole('dialog'));
    expect(await query('select next_try_on::text from autopay_run where id = $1', [run.id])).toEqual([
      { next_try_on: today },
    ]);
    // From the loan’s timeline the run opens.
    await open(page, `${origin}/accounts/${run.account_id}`);
    await page.getByRole('table', { name: 'Timeline' }).getByRole('link', { name: 'Autopay' }).first().click();
    await page.waitForURL(`**${path}`);
    expect(complaints).toEqual([]);
    await close();
  });

  it('the charges of autopay are among the payments, marked; each is in one list, and the totals are those of the rows', async () => {
    const { page, close } = await openDashboard(browser, origin, { path: '/payments', now: DEMO_NOW });
    await page.getByRole('button', { name: /^Kind/ }).click();
    await page.getByRole('option', { name: 'Autopay and one-time charges' }).click();
    await page.getByText('Charges of autopay and one-time charges, newest first').waitFor();
    const [charged] = await query(
      `select count(*)::int as charges, sum(amount_cents) filter (where status in ('charged', 'posting', 'posted')) as net
         from autopay_run r join organization o on o.id = r.organization_id and not exists (
           select from test_clock c where c.organization_id = o.id)
        where status in ('charged', 'posting', 'posted', 'reversed', 'refunding', 'refunded')`,
    );
    const foot = await textOf(page.locator('tfoot tr'));
    expect(foot).toContain(`${charged.charges} charges`);
    const net = (Number(charged.net) / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
    expect(foot).toContain(net);
    const row = page.getByRole('table').getByRole('row').nth(1);
    expect(await textOf(row)).toContain('Autopay');
    await row.getByRole('link').first().click();
    await page.waitForURL('**/autopay/runs/*');
    await close();
  });
});
