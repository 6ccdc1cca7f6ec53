import type { Locator, Page } from 'playwright-core';
import type { InputDevice } from './input-devices.js';
import type { QuestionLoan } from './questions-fixture.js';
import { settled } from './settled-page.js';

export interface Question {
  /** Presses visible elements only; typing is not counted. */
  ask(hand: InputDevice, loan: QuestionLoan): Promise<void>;
  /** Expected on the page afterwards. */
  answer(page: Page, loan: QuestionLoan): readonly Locator[];
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

async function find({ page, press }: InputDevice, loan: QuestionLoan, text: string): Promise<void> {
  await press(page.getByRole('button', { name: 'Find anything' }));
  await page.getByRole('dialog').locator('input:focus').waitFor();
  await page.keyboard.type(text);
  await page
    .getByRole('option', { name: new RegExp(loan.name) })
    .first()
    .waitFor();
  await settled(page);
}
const optionOf = (page: Page, loan: QuestionLoan) => page.getByRole('option').filter({ hasText: loan.number });
const found = (page: Page, loan: QuestionLoan) => [optionOf(page, loan)];

/** Operators' questions, each answered in at most two presses from Today. */
export const QUESTIONS: Readonly<Record<string, Question>> = {
  'what needs attention now?': {
    ask: async () => {},
    answer: (page) => [heading(page, 'Needs attention'), page.locator('.matters li').first()],
  },
  'what was received today, by entry, net of reversals?': {
    ask: async ({ page, press }) => press(tile(page, 'Received today')),
    answer: (page) => [rowOf(page, 'Receipts'), page.locator('tfoot', { hasText: '$' })],
  },
  'what was received today, by business day?': {
    ask: async ({ page, press }) => press(tile(page, 'Posted')),
    answer: (page) => [rowOf(page, 'Receipts'), page.locator('tfoot', { hasText: '$' })],
  },
  'which autopay runs will be tried again, and why?': {
    ask: async ({ page, press }) => press(tile(page, 'Autopay retries')),
    answer: (page) => [
      rowOf(page, 'Autopay').getByText('Will be retried'),
      rowOf(page, 'Autopay').getByText('Insufficient funds'),
    ],
  },
  'which payments are unconfirmed, and since when?': {
    ask: async ({ page, press }) => press(tile(page, 'Unconfirmed')),
    answer: (page) => [
      rowOf(page, 'Payments').getByText('Unconfirmed'),
      rowOf(page, 'Payments').getByText(/\d:\d\d [AP]M/),
    ],
  },
  'what happened to this borrower’s loan, in order?': {
    async ask(hand, loan) {
      await find(hand, loan, loan.name);
      await hand.choose(optionOf(hand.page, loan));
    },
    answer: (page, loan) => [heading(page, loan.name), rowOf(page, 'Timeline')],
  },
  'where is the loan of this name?': { ask: (hand, loan) => find(hand, loan, loan.name), answer: found },
  'where is the loan of this contract number?': { ask: (hand, loan) => find(hand, loan, loan.number), answer: found },
  'which loan has a number with this ending?': {
    ask: (hand, loan) => find(hand, loan, loan.number.slice(-4)),
    answer: found,
  },
  'which loan has a payment of this reference?': {
    async ask({ page, press }, loan) {
      await press(place(page, 'Payments'));
      await rowOf(page, 'Payments').waitFor();
      await page.locator('[data-page-search]').waitFor();
      await page.keyboard.press('/');
      await page.locator('[data-page-search]:focus').waitFor();
      await page.keyboard.type(loan.reference);
      await page.locator('tbody tr[aria-rowindex]').nth(1).waitFor({ state: 'detached' });
      await settled(page);
      await press(rowOf(page, 'Payments').getByRole('link', { name: loan.name }));
    },
    answer: (page, loan) => [heading(page, loan.name)],
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
  'what is received each day, by method and by loan system?': leadsTo('Portfolio', (page) => [
    page.getByRole('list', { name: 'Receipts by method, by business day' }).getByRole('link').first(),
    page.getByRole('list', { name: 'Receipts by loan system, by business day' }).getByRole('link').first(),
  ]),
  'what was charged off, what was originated?': leadsTo('Portfolio', (page) => [
    page.getByRole('list', { name: 'Charge-offs by month' }),
    page.getByRole('list', { name: 'Originations by month' }),
  ]),
  'what are a report’s totals, and how do I download it?': {
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
  'which events were sent to integrations?': leadsTo('Events', (page) => [rowOf(page, 'Events')]),
  'what are a campaign’s results?': leadsTo('Campaigns', (page) => [page.getByRole('meter').first()]),
  'what does this template look like?': {
    async ask({ page, press }) {
      await press(place(page, 'Campaigns'));
      await press(page.getByRole('link', { name: 'Payment reminder' }).first());
    },
    answer: (page) => [page.frameLocator('iframe[title="The email"]').getByText('Hello First name')],
  },
  'which addresses are suppressed?': leadsTo('Suppression list', (page) => [rowOf(page, 'Suppression list')]),
  'who has operator access?': leadsTo('Operators', (page) => [rowOf(page, 'Operators')]),
  'who is signed in?': leadsTo('Sessions and tokens', (page) => [rowOf(page, 'Sessions and tokens')]),
  'who did what?': leadsTo('Audit log', (page) => [rowOf(page, 'Audit log')]),
  'which job failed?': leadsTo('Failed jobs', (page) => [page.getByText('No job has failed')]),
};
