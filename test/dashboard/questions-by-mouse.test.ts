import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDayEnd } from '../../connectors/loan-systems/ledger/day-end.js';
import { writePositionsDue } from '../../subgraphs/reporting/position/write-positions.js';
import { BROWSER, NO_BROWSER, openBrowser } from '../support/browser.js';
import { openDashboard } from '../support/dashboard.js';
import { type DemoHouse, openDemoHouse } from '../support/demo-house.js';
import { graphClient, RECORD } from '../support/graph.js';
import { toldEndpoint } from '../support/told-endpoint.js';

/* What people ask of the dashboard, each answered in at most two clicks from Today; by mouse, and by keyboard alone. */

let demo: DemoHouse;
let origin: string;
let browser: Browser;
/** A loan that autopay charges, with a payment of today that has a reference. */
let loan: Readonly<Record<'id' | 'number' | 'name' | 'reference', string>>;

beforeAll(async () => {
  if (BROWSER === undefined) return;
  demo = await openDemoHouse({ RATE_LIMIT_API_PER_MINUTE: '100000', RATE_LIMIT_API_BURST: '100000' }, { isDemo: true });
  origin = new URL(demo.house.graphqlUrl).origin;
  const { db, clock, logger, pool } = demo.house.resources;
  const { closedThrough } = await runDayEnd({ db, clock, logger });
  await writePositionsDue({ db, clock, logger }, closedThrough);
  await toldEndpoint(pool, demo.organizationIds[0] ?? '');
  const { rows } = await pool.query<{ id: string; number: string; name: string }>(`
    select a.id, a.external_contract_number as number, b.display_name as name
      from account a join person b on b.id = a.primary_borrower_party_id
      join autopay_schedule s on s.account_id = a.id and s.status = 'active'
     where a.loan_system_code = 'ledger' and a.status_code = 'active' order by a.id limit 1`);
  const [found] = rows;
  if (found === undefined) throw new Error('the demo has such a loan');
  loan = { ...found, reference: 'till-7-00042' };
  // Of the demo's payments each is settled, and none is of today.
  await pool.query(`update collected_payment set status = 'pending_confirmation'
    where id = (select id from collected_payment order by status = 'posted' desc, id desc limit 1)`);
  const ask = graphClient(demo.house.graphqlUrl, (await demo.api(demo.organizationIds)).token);
  const input = { amountCents: 4_321, paymentMethod: 'cash', externalReference: loan.reference };
  expect((await ask(RECORD, { accountId: loan.id, key: 'of today', input })).json.errors).toBeUndefined();
  await pool.query("update email_template set html_template = '<p>Hello {{ first_name }}</p>'");
  browser = await openBrowser();
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await demo?.house.close();
});

/** Somebody's hand: what it touches is clicked on, or reached by Tab and pressed. */
interface Hand {
  readonly page: Page;
  press(target: Locator): Promise<void>;
  /** Of what is offered below a field. */
  choose(option: Locator): Promise<void>;
  /** What was pressed, so far. */
  presses(): number;
}

const MOST_TABS = 400;
const HANDS: Readonly<Record<'mouse' | 'keyboard', (page: Page) => Hand>> = {
  mouse(page) {
    let clicks = 0;
    const click = async (target: Locator) => {
      await target.click();
      clicks += 1;
    };
    return {
      page,
      press: click,
      choose: click,
      presses: () => clicks,
    };
  },
  keyboard(page) {
    let presses = 0;
    return {
      page,
      async press(target) {
        await target.waitFor();
        for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
          if (await target.evaluate((element) => element === Reflect.get(globalThis, 'document').activeElement)) {
            presses += 1;
            return page.keyboard.press('Enter');
          }
          await page.keyboard.press('Tab');
        }
        throw new Error('the keyboard does not reach it');
      },
      async choose(option) {
        while ((await option.getAttribute('data-focused')) === null) await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        presses += 1;
      },
      presses: () => presses,
    };
  },
};

interface Question {
  /** By presses alone, each on what is shown; typing is none. */
  ask(hand: Hand): Promise<void>;
  /** Stands on the page then. */
  answer(page: Page): readonly Locator[];
}

const tile = (page: Page, name: string) => page.locator('a.tile', { hasText: name });
const place = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
const rowOf = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).locator('tbody tr[aria-rowindex]').first();
const leadsTo = (name: string, answer: Question['answer']): Question => ({
  ask: async ({ page, press }) => press(place(page, name)),
  answer,
});

async function find({ page, press }: Hand, text: string): Promise<void> {
  await press(page.getByRole('button', { name: 'Find a loan or a page' }));
  await page.keyboard.type(text);
  await page
    .getByRole('option', { name: new RegExp(loan.name) })
    .first()
    .waitFor();
}
const optionOf = (page: Page) => page.getByRole('option').filter({ hasText: loan.number });
const found = (page: Page) => [optionOf(page)];

const QUESTIONS: Readonly<Record<string, Question>> = {
  'what must I look at now?': {
    ask: async () => {},
    answer: (page) => [heading(page, 'Needs attention'), page.locator('.matters li').first()],
  },
  'what came in today, by entry, net of what went back?': {
    ask: async ({ page, press }) => press(tile(page, 'Came in today')),
    answer: (page) => [rowOf(page, 'Receipts'), page.locator('tfoot', { hasText: '$' })],
  },
  'what came in today, by business day?': {
    ask: async ({ page, press }) => press(tile(page, 'Applied')),
    answer: (page) => [rowOf(page, 'Receipts'), page.locator('tfoot', { hasText: '$' })],
  },
  'which autopay runs will be tried again, and why?': {
    ask: async ({ page, press }) => press(tile(page, 'Autopay retries')),
    answer: (page) => [
      rowOf(page, 'Autopay').getByText('Will be tried again'),
      rowOf(page, 'Autopay').getByText('Insufficient funds'),
    ],
  },
  'what is not confirmed, for how long?': {
    ask: async ({ page, press }) => press(tile(page, 'Unconfirmed')),
    answer: (page) => [
      rowOf(page, 'Payments').getByText('Unconfirmed'),
      rowOf(page, 'Payments').getByText(/\d:\d\d [AP]M/),
    ],
  },
  'what happened to this borrower’s loan, in order?': {
    async ask(hand) {
      await find(hand, loan.name);
      await hand.choose(optionOf(hand.page));
    },
    answer: (page) => [heading(page, loan.name), rowOf(page, 'Timeline')],
  },
  'where is the loan of this name?': { ask: (hand) => find(hand, loan.name), answer: found },
  'where is the loan of this contract number?': { ask: (hand) => find(hand, loan.number), answer: found },
  'where is the loan whose number ends so?': { ask: (hand) => find(hand, loan.number.slice(-4)), answer: found },
  'which loan has a payment of this reference?': {
    async ask({ page, press }) {
      await press(place(page, 'Payments'));
      await rowOf(page, 'Payments').waitFor();
      await page.keyboard.press('/');
      await page.keyboard.type(loan.reference);
      await page.getByRole('table', { name: 'Payments' }).getByRole('row').nth(2).waitFor({ state: 'detached' });
      await press(rowOf(page, 'Payments').getByRole('link', { name: loan.name }));
    },
    answer: (page) => [heading(page, loan.name)],
  },
  'how do delinquency and roll rates move?': leadsTo('Portfolio', (page) => [
    page.getByRole('list', { name: 'Share of the balance that is past due, by month' }),
    page.getByRole('table', { name: 'Roll rates by month, of balance' }),
  ]),
  'which loans rolled?': {
    async ask({ page, press }) {
      await press(place(page, 'Portfolio'));
      await press(page.getByRole('table', { name: 'Roll rates by month, of balance' }).getByRole('link').last());
    },
    answer: (page) => [heading(page, '→'), page.locator('tbody tr[data-opens]').first()],
  },
  'what comes in each day, by method and by loan system?': leadsTo('Portfolio', (page) => [
    page.getByRole('list', { name: 'Receipts by method, by business day' }).getByRole('link').first(),
    page.getByRole('list', { name: 'Receipts by loan system, by business day' }).getByRole('link').first(),
  ]),
  'what was charged off, what was originated?': leadsTo('Portfolio', (page) => [
    page.getByRole('list', { name: 'Charge-offs by month' }),
    page.getByRole('list', { name: 'Originations by month' }),
  ]),
  'what does a report come to, and how do I take it along?': {
    async ask({ page, press }) {
      await press(place(page, 'Reports'));
      await press(page.getByRole('main').getByRole('link', { name: /Cash receipts/ }));
    },
    answer: (page) => [page.locator('tfoot', { hasText: '$' }), page.getByRole('button', { name: 'Download CSV' })],
  },
  'how far are loan systems behind?': leadsTo('Loan systems', (page) => [heading(page, 'Built-in ledger')]),
  'which keys are there, when were they last used?': leadsTo('API keys', (page) => [rowOf(page, 'API keys')]),
  'does this webhook arrive?': {
    async ask({ page, press }) {
      await press(place(page, 'Webhooks'));
      await press(rowOf(page, 'Webhooks').getByRole('link'));
    },
    answer: (page) => [page.getByText('Failed · 500')],
  },
  'what were integrations told?': leadsTo('Events', (page) => [rowOf(page, 'Events')]),
  'what became of a campaign?': leadsTo('Campaigns', (page) => [page.getByRole('meter').first()]),
  'how does this template look?': {
    async ask({ page, press }) {
      await press(place(page, 'Campaigns'));
      await press(page.getByRole('link', { name: 'Payment reminder' }).first());
    },
    answer: (page) => [page.frameLocator('iframe[title="The email"]').getByText('Hello First name')],
  },
  'who is not written to?': leadsTo('Suppression list', (page) => [rowOf(page, 'Suppression list')]),
  'who may operate?': leadsTo('Operators', (page) => [rowOf(page, 'Operators')]),
  'who did what?': leadsTo('Audit log', (page) => [rowOf(page, 'Audit log')]),
  'which job failed?': leadsTo('Failed jobs', (page) => [page.getByText('No job has failed')]),
};

describe.skipIf(BROWSER === undefined).each(['mouse', 'keyboard'] as const)(
  `by %s${NO_BROWSER}`,
  { timeout: 60_000 },
  (kind) => {
    let page: Page;
    let complaints: readonly string[];
    let leave: () => Promise<void>;
    beforeAll(async () => {
      ({ page, complaints, close: leave } = await openDashboard(browser, origin));
      await page.clock.setFixedTime(demo.clock.now().toString());
    });
    afterAll(() => leave?.());

    it.each(Object.entries(QUESTIONS))('%s', async (_name, { ask, answer }) => {
      await page.goto(origin);
      await page.getByRole('heading', { name: 'Today' }).waitFor();
      const hand = HANDS[kind](page);
      await ask(hand);
      for (const part of answer(page)) await part.waitFor();
      expect(hand.presses()).toBeLessThanOrEqual(2);
      // What sets the browser's clock for the test is a script, and an email's frame runs none.
      expect(complaints.filter((text) => !text.includes('Blocked script execution'))).toEqual([]);
    });

    it('says what is owed on a day, records a check, takes it back, pauses autopay', async () => {
      const { page: desk, complaints: told, close } = await openDashboard(browser, origin, { role: 'operator' });
      const { press } = HANDS[kind](desk);
      const amount = kind === 'mouse' ? '61.01' : '61.02';
      await desk.goto(`${origin}/accounts/${loan.id}`);
      await desk.getByText('Nov 18, 2026').first().waitFor();
      const day = desk.getByLabel('Paid off on');
      if (kind === 'mouse') await day.click();
      else await day.focus();
      await desk.keyboard.type('11282026');
      await desk.getByText('Nov 28, 2026').first().waitFor();
      await press(desk.getByRole('button', { name: 'Record a payment' }));
      await desk.keyboard.type(amount);
      const check = desk.getByLabel('Check number');
      if (kind === 'mouse') await check.click();
      else for (let tabs = 0; tabs < 2; tabs += 1) await desk.keyboard.press('Tab');
      await desk.keyboard.type('1001');
      await press(desk.getByRole('button', { name: `Record $${amount}` }));
      await desk.getByRole('dialog').getByText('Posted').waitFor();
      await press(desk.getByRole('button', { name: 'Done' }));
      const row = desk.getByRole('table', { name: 'Timeline' }).getByRole('row').nth(1);
      await row.getByText(`$${amount}`).waitFor();
      await press(row.getByRole('link'));
      await press(desk.getByRole('button', { name: 'Reverse payment' }));
      await desk.keyboard.type('Wrong loan');
      await press(desk.getByRole('button', { name: 'Entered in error' }));
      await desk.getByText('Reversed').first().waitFor();
      await desk.goto(`${origin}/accounts/${loan.id}`);
      await press(desk.getByRole('button', { name: 'Pause autopay' }));
      await press(desk.getByRole('button', { name: 'Resume autopay' }));
      await desk.getByRole('button', { name: 'Pause autopay' }).waitFor();
      expect(told).toEqual([]);
      await close();
    });
  },
);
