import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardProcessors } from '../../runtime/assembly/card-processors.js';
import { loanSystems } from '../../runtime/assembly/loan-systems.js';
import { AutopayRunner } from '../../subgraphs/payments/autopay/run/autopay-runner.js';
import { ChargesInFlight } from '../../subgraphs/payments/autopay/run/charges-in-flight.js';
import { BROWSER, NO_BROWSER, workerBrowser } from '../support/browser.js';
import { type OpenDashboard, openDashboard } from '../support/dashboard.js';
import { DEMO_NOW, type DemoInstance, openDemoInstance } from '../support/demo-instance.js';
import { countOf, open, settled, textOf, waitUntilAbsent } from '../support/settled-page.js';

/** An approval request that the server names. */
const REQUEST = '01J00000000000000000000000';

/* A one-time charge of a stored method: previewed, authorized, made once, and its outcome. */

describe.skipIf(BROWSER === undefined)(`one-time charges in a browser${NO_BROWSER}`, { timeout: 180_000 }, () => {
  let demo: DemoInstance;
  let origin: string;
  let browser: Browser;
  let runner: AutopayRunner;

  beforeAll(async () => {
    demo = await openDemoInstance({}, { isDemo: true });
    origin = new URL(demo.instance.graphqlUrl).origin;
    browser = await workerBrowser();
    const { resources } = demo.instance;
    runner = new AutopayRunner({
      ...{ db: resources.db, clock: demo.clock, logger: resources.logger },
      ...{ systems: loanSystems(resources), processors: cardProcessors(resources) },
      timing: { callTimeoutMs: 1_000, firstLookMs: 50, chargeTimeoutMs: 1_000 },
      charges: new ChargesInFlight({ inFlight: 32, perSecond: undefined }),
    });
  }, 300_000);
  afterAll(() => demo?.instance.close());

  const query = async (text: string, values: readonly unknown[] = []) =>
    (await demo.instance.resources.pool.query(text, [...values])).rows;

  /** A loan whose borrower has a card and is named; each call gives another one. */
  const taken = new Set<string>();
  async function loanWithCard(): Promise<string> {
    const rows = await query(
      `select a.id from account a join account_borrower b on b.account_id = a.id and b.is_active
         join payment_method m on m.party_id = b.person_id and m.is_active and m.instrument_type = 'card'
        where a.loan_system_code = 'ledger' and a.status_code = 'active' and a.current_balance_cents > 100000
          and make_date(m.expiration_year, m.expiration_month, 1) > now()
          and not exists (select from autopay_run r where r.account_id = a.id
            and r.status in ('charging', 'charged', 'posting', 'refunding', 'held'))
        group by a.id order by a.id`,
    );
    const id = rows.map((row) => row.id).find((each) => !taken.has(each));
    if (id === undefined) throw new Error('the demo has no such loan left');
    taken.add(id);
    return id;
  }

  /** One loan for the tests that charge nothing: the demo has few. */
  let uncharged: Promise<string> | undefined;
  const loanNotCharged = () => {
    uncharged ??= loanWithCard();
    return uncharged;
  };

  const openLoan = (id: string, role: 'supervisor' | 'agent' = 'supervisor'): Promise<OpenDashboard> =>
    openDashboard(browser, origin, { role, path: `/accounts/${id}`, now: DEMO_NOW });

  const chargesOf = (id: string) =>
    query(
      `select r.id, r.organization_id, r.status, r.amount_cents, s.authorization_method, s.authorized_by
         from autopay_run r join autopay_schedule s on s.id = r.schedule_id and s.is_one_time
        where r.account_id = $1 order by r.created_at, r.id`,
      [id],
    );

  async function work(id: string): Promise<void> {
    for (const charge of await chargesOf(id))
      await runner.work({ id: charge.id, organizationId: charge.organization_id });
  }

  async function fill(page: Page, dollars: string): Promise<void> {
    await page.getByRole('button', { name: 'One-time charge' }).click();
    await page.getByLabel('Amount in dollars').fill(dollars);
    await page.getByRole('status', { name: 'Preview' }).getByText('To principal').waitFor();
  }

  it('is made by keyboard alone; its outcome is shown in the dialog, the timeline and its page', async () => {
    const id = await loanWithCard();
    const { page, complaints, close } = await openLoan(id);
    await page.getByRole('button', { name: 'One-time charge' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Amount in dollars').waitFor();
    await page.keyboard.type('31.25');
    await page.getByRole('status', { name: 'Preview' }).getByText('To principal').waitFor();
    const how = page.getByRole('button', { name: /^How/ });
    while (!(await how.evaluate((button: { matches(selector: string): boolean }) => button.matches(':focus'))))
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'In writing' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'How In writing' }).waitFor();
    const send = page.getByRole('button', { name: 'Charge $31.25' });
    while (!(await send.evaluate((button: { matches(selector: string): boolean }) => button.matches(':focus'))))
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('Charging', { exact: true }).waitFor();
    await work(id);
    await page.getByRole('dialog').getByText('Posted', { exact: true }).waitFor();
    const [charge, ...others] = await chargesOf(id);
    expect(others).toEqual([]);
    expect(charge).toMatchObject({ status: 'posted', amount_cents: 3_125, authorization_method: 'writing' });
    await page.keyboard.press('Enter');
    await waitUntilAbsent(page.getByRole('dialog'));
    await page.getByRole('table', { name: 'Timeline' }).getByRole('link', { name: 'One-time charge' }).click();
    await page.waitForURL(`**/autopay/runs/${charge.id}`);
    await page.getByRole('heading', { name: /^One-time charge of/ }).waitFor();
    const [person] = await query('select display_name from person where id = $1', [charge.authorized_by]);
    await page.getByText(person.display_name).first().waitFor();
    await page.getByText(/^In writing, /).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('a double press, and a lost response sent again: one charge, which is marked in the payments', async () => {
    const id = await loanWithCard();
    const { page, close } = await openLoan(id);
    let isLost = true;
    await page.route('**/graphql', async (route: Route) => {
      if (route.request().postDataJSON().operationName !== 'ChargeOnce' || !isLost) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await fill(page, '32');
    await page.getByRole('button', { name: 'Charge $32.00' }).dblclick();
    await page.getByText('sending the same again cannot charge twice').waitFor();
    // The second press of the two is sent, too, if the first one's response is lost soon enough: it is lost as well.
    await settled(page);
    await page.getByRole('button', { name: 'Charge $32.00' }).waitFor();
    isLost = false;
    await page.getByRole('button', { name: 'Charge $32.00' }).click();
    await page.getByRole('dialog').getByText('Charging', { exact: true }).waitFor();
    const [charge, ...others] = await chargesOf(id);
    expect(others).toEqual([]);
    await page.unrouteAll({ behavior: 'wait' });
    await runner.step({ id: charge.id, organizationId: charge.organization_id });
    await open(page, `${origin}/payments?kind=autopay&status=charged`);
    await page.getByRole('row').filter({ hasText: '$32.00' }).getByText('One-time charge').waitFor();
    await close();
  });

  it('a charge whose response was lost keeps its key when the page is loaded again: another amount is refused', async () => {
    const id = await loanWithCard();
    const { page, close } = await openLoan(id);
    await page.route('**/graphql', async (route: Route) => {
      if (route.request().postDataJSON().operationName !== 'ChargeOnce') return route.continue();
      await route.fetch();
      await route.abort();
    });
    await fill(page, '35');
    await page.getByRole('button', { name: 'Charge $35.00' }).click();
    await page.getByText('sending the same again cannot charge twice').waitFor();
    const kept = await page.evaluate<string>('JSON.stringify(Object.entries(sessionStorage))');
    expect(kept).toContain(id);
    expect(kept).not.toContain('3500');
    await page.unrouteAll({ behavior: 'wait' });
    await work(id);
    await page.reload();
    await fill(page, '36');
    await page.getByRole('button', { name: 'Charge $36.00' }).click();
    await page.getByText('The charge that was sent before was made').waitFor();
    expect(await chargesOf(id)).toMatchObject([{ amount_cents: 3_500 }]);
    expect(await page.evaluate<string>('JSON.stringify(Object.entries(sessionStorage))')).not.toContain(id);
    await close();
  });

  it('a charge without a response is given up after a minute, and its outcome is unknown', async () => {
    const id = await loanNotCharged();
    const { page, close } = await openLoan(id);
    // The limit of a minute is over at once.
    await page.evaluate(
      'const limit = AbortSignal.timeout; AbortSignal.timeout = (ms) => limit.call(AbortSignal, ms === 60000 ? 1 : ms)',
    );
    const held: Route[] = [];
    await page.route('**/graphql', async (route: Route) => {
      if (route.request().postDataJSON().operationName !== 'ChargeOnce' || held.length > 0) return route.continue();
      held.push(route);
    });
    await fill(page, '37');
    await page.getByRole('button', { name: 'Charge $37.00' }).click();
    await page.getByText('sending the same again cannot charge twice').waitFor();
    for (const route of held) await route.abort().catch(() => undefined);
    await page.unrouteAll({ behavior: 'wait' });
    await close();
  });

  it('a second amount, while the first one waits for a second person, shows the request', async () => {
    const id = await loanNotCharged();
    const { page, close } = await openLoan(id);
    await page.route('**/graphql', async (route: Route) => {
      if (route.request().postDataJSON().operationName !== 'ChargeOnce') return route.continue();
      const extensions = { code: 'idempotency_conflict', fields: { approval_request_id: REQUEST } };
      await route.fulfill({ json: { data: null, errors: [{ message: 'Another request.', extensions }] } });
    });
    await fill(page, '38');
    await page.getByRole('button', { name: 'Charge $38.00' }).click();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: 'Open the request' })
      .and(page.locator(`[href$="/approvals/${REQUEST}"]`))
      .waitFor();
    expect(await countOf(page.getByText('The charge that was sent before was made'))).toBe(0);
    await page.unrouteAll({ behavior: 'wait' });
    await close();
  });

  it('beside an open charge it is refused; an equal one of today is made only after a second press', async () => {
    const id = await loanWithCard();
    const { page, close } = await openLoan(id);
    await fill(page, '33');
    await page.getByRole('button', { name: 'Charge $33.00' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await fill(page, '33');
    await page.getByRole('button', { name: 'Charge $33.00' }).click();
    await page.getByText('Another charge of this loan is being made').waitFor();
    await work(id);
    await page.getByRole('button', { name: 'Charge $33.00' }).click();
    await page.getByText('The same amount was charged to this method today').waitFor();
    expect(await chargesOf(id)).toHaveLength(1);
    // Another amount is another charge, which no person has confirmed.
    await page.getByLabel('Amount in dollars').fill('33.01');
    await page.getByRole('button', { name: 'Charge $33.01' }).waitFor();
    await page.getByLabel('Amount in dollars').fill('33');
    await page.getByRole('button', { name: 'Charge again $33.00' }).click();
    await page.getByRole('dialog').getByText('Charging', { exact: true }).waitFor();
    expect(await chargesOf(id)).toHaveLength(2);
    await close();
  });

  it('a decline says that nothing was charged; an amount above the payoff is shown before it is sent', async () => {
    const id = await loanWithCard();
    await query(
      `update payment_method set processor_token = 'pm_card_chargeDeclinedInsufficientFunds'
        where party_id in (select person_id from account_borrower where account_id = $1)`,
      [id],
    );
    const { page, close } = await openLoan(id);
    await page.getByRole('button', { name: 'One-time charge' }).click();
    await page.getByLabel('Amount in dollars').fill('9999999');
    await page.getByText(/^At most \$/).waitFor();
    await page.getByLabel('Amount in dollars').fill('34');
    await page.getByRole('status', { name: 'Preview' }).getByText('To principal').waitFor();
    await page.getByRole('button', { name: 'Charge $34.00' }).click();
    await page.getByRole('dialog').getByText('Charging', { exact: true }).waitFor();
    await work(id);
    await page.getByText('Nothing was charged, and this charge is not retried.').waitFor();
    expect(await textOf(page.getByRole('dialog').getByRole('status'))).toContain('insufficient funds');
    await close();
  });

  it('is not offered to an agent', async () => {
    const { page, close } = await openLoan(await loanNotCharged(), 'agent');
    await page.getByRole('button', { name: 'Record a payment' }).waitFor();
    expect(await countOf(page.getByRole('button', { name: 'One-time charge' }))).toBe(0);
    await close();
  });
});
