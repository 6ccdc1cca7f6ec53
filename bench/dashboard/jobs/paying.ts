import type { Page } from 'playwright-core';
import { newId } from '../../../core/ids/ids.js';
import { addDays, type IsoDate } from '../../../core/time/dates.js';
import { graphClient, RECORD } from '../../../test/support/graph.js';
import { operatorToken } from '../../../test/support/operators.js';
import { dollarsOf } from './finding.js';
import type { Hand } from './hand.js';
import type { Job, JobsFixture } from './job.js';
import { nextNumber } from './next-number.js';

/** An amount that no other job uses: an equal payment would be a warning. */
const nextAmount = () => 1_000 + nextNumber();

type Fill = (hand: Hand, form: { readonly page: Page }) => Promise<void>;

/** The payment is taken on the telephone: its loan is found by the contract number. */
const recorded = (method: string, fill: Fill): Job => ({
  name: `record a payment by ${method.toLowerCase()}`,
  role: 'agent',
  prepare: async () => ({ cents: nextAmount() }),
  async carryOut(hand, { loan }, given) {
    const { page } = hand;
    await hand.find(`pay ${loan.number}`, loan.number);
    await page.getByLabel('Amount in dollars').and(page.locator(':focus')).waitFor();
    await hand.type((given.cents / 100).toFixed(2));
    if (method !== 'Check')
      await hand.choose(page.getByRole('dialog').getByRole('button', { name: /^Method/ }), method);
    await fill(hand, { page });
    await hand.press(page.getByRole('button', { name: `Record ${dollarsOf(given.cents)}` }));
    await page.getByRole('dialog').getByText('Posted').waitFor();
  },
});

const number =
  (label: string, text: string): Fill =>
  (hand, { page }) =>
    hand.write(page.getByLabel(label), text);

/** Two equal payments of one day. */
async function paidTwice({ instance, loan }: JobsFixture) {
  const token = await operatorToken(instance.resources, { subject: 'till', role: 'agent' });
  const ask = graphClient(instance.graphqlUrl, token);
  const amountCents = nextAmount();
  for (let time = 0; time < 2; time += 1) {
    const input = { amountCents, paymentMethod: 'cash' };
    const { json } = await ask(RECORD, { accountId: loan.id, key: newId(), input });
    if (json.errors !== undefined) throw new Error(`not recorded: ${JSON.stringify(json.errors)}`);
  }
  return { cents: amountCents };
}

export const PAYING: readonly Job[] = [
  {
    name: '“I paid twice”: find the loan, take one of the two back',
    role: 'agent',
    prepare: paidTwice,
    async carryOut(hand, { loan }, given) {
      const { page } = hand;
      await hand.find(loan.borrower, loan.number);
      const rows = page.getByRole('table', { name: 'Timeline' }).getByRole('row');
      await hand.press(
        rows
          .filter({ hasText: dollarsOf(given.cents) })
          .first()
          .getByRole('link'),
      );
      await hand.press(page.getByRole('button', { name: 'Reverse payment' }));
      await page.getByRole('dialog').locator('input:focus').waitFor();
      await hand.type('Paid twice');
      await hand.press(page.getByRole('button', { name: 'Entered in error' }));
      await page.getByRole('status').getByText('Reversed').waitFor();
    },
  },
  recorded('Check', number('Check number', '1001')),
  recorded('Money order', number('Serial number', '70123456789')),
  recorded('Cashier’s check', number('Check number', '1002')),
  recorded('Card', (hand, { page }) =>
    hand.choose(page.getByRole('dialog').getByRole('button', { name: /^Card/ }), 'Visa'),
  ),
  recorded('Cash', async () => undefined),
  {
    name: 'the payoff of next Friday, with its letter',
    role: 'agent',
    async carryOut(hand, { loan }) {
      const { page } = hand;
      await hand.find(`payoff ${loan.number}`, loan.number);
      const field = page.getByLabel('Paid off on');
      const friday = nextFriday((await field.getAttribute('min')) as IsoDate);
      await hand.write(field, typedDay(friday));
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        (async () => {
          await page.getByText(shown(friday)).first().waitFor();
          await hand.press(page.getByRole('button', { name: 'Payoff letter' }));
        })(),
      ]);
      if (!download.suggestedFilename().includes(friday)) throw new Error(download.suggestedFilename());
    },
  },
];

function nextFriday(today: IsoDate): IsoDate {
  const days = (5 - new Date(`${today}T00:00:00Z`).getUTCDay() + 7) % 7;
  return addDays(today, days === 0 ? 7 : days);
}

/** As it is typed into a field for a day. */
export function typedDay(day: string): string {
  const [year, month, date] = day.split('-');
  return `${month}${date}${year}`;
}

function shown(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    ...{ timeZone: 'UTC', month: 'short', day: 'numeric', year: 'numeric' },
  });
}
