import { newId } from '../../../core/ids/ids.js';
import { addDays, type IsoDate } from '../../../core/time/dates.js';
import { failedEndpoint } from '../../../test/support/failed-endpoint.js';
import type { Job, JobsFixture } from './job.js';
import { typedDay } from './paying.js';

export const COLLECTING: readonly Job[] = [
  {
    name: 'set up autopay on a stored card',
    role: 'agent',
    prepare: ({ one, organizationId }) => one(LOAN_WITH_CARD, organizationId),
    async carryOut(hand, _fixture, { number }) {
      const { page } = hand;
      await hand.find(`autopay ${number}`, number);
      await hand.press(page.getByRole('button', { name: 'Set up autopay' }));
      await hand.write(page.getByLabel('Amount in dollars'), '21.50');
      await hand.press(page.getByRole('button', { name: 'Charge every month' }));
      await page.getByText('$21.50, every month').waitFor();
    },
  },
  {
    name: 'pause autopay with a reason',
    role: 'agent',
    prepare: ({ one, organizationId }) => one(LOAN_ON_AUTOPAY, organizationId),
    async carryOut(hand, _fixture, { number }) {
      const { page } = hand;
      await hand.find(`pause ${number}`, number);
      const dialog = page.getByRole('dialog');
      await hand.press(page.getByRole('button', { name: 'Pause autopay' }).first());
      await dialog.locator('input:focus').waitFor();
      await hand.type('Laid off until spring');
      await hand.press(page.getByRole('button', { name: 'Pause', exact: true }));
      await page.getByRole('button', { name: 'Resume autopay' }).waitFor();
    },
  },
  {
    name: 'try a returned autopay charge again now',
    role: 'agent',
    prepare: ({ one, organizationId }) => one(RETURNED_RUN, organizationId),
    async carryOut(hand, _fixture, { id }) {
      const { page } = hand;
      await hand.press(page.locator('a.tile', { hasText: 'Autopay retries' }));
      await hand.press(page.locator(`a[href*="/autopay/runs/${id}"]`).first());
      await hand.press(page.getByRole('button', { name: 'Try again now' }));
      await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Try again now' }));
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'loans 30 to 59 days past due, by amount, to CSV',
    role: 'supervisor',
    async carryOut(hand) {
      const { page } = hand;
      await hand.open('Loans');
      await hand.choose(page.locator('button.select-button').filter({ hasText: 'Days past due' }), /30.59/);
      await page.waitForURL(/days=30-59/);
      await hand.press(page.getByRole('columnheader', { name: /^Past due/ }).getByRole('button'));
      await page.waitForURL(/sort/);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        hand.press(page.getByRole('button', { name: 'Download CSV' })),
      ]);
      if (!download.suggestedFilename().endsWith('.csv')) throw new Error(download.suggestedFilename());
    },
  },
  {
    name: 'write down a promise to pay',
    role: 'agent',
    async carryOut(hand, { loan, one }) {
      const { page } = hand;
      const { today } = await one('select current_date::text as today');
      await hand.find(loan.borrower, loan.number);
      await hand.press(page.getByRole('button', { name: 'Add a note' }));
      const dialog = page.getByRole('dialog', { name: 'Add a note' });
      await hand.choose(dialog.getByRole('button', { name: /^Kind/ }), 'Promise to pay');
      await hand.write(dialog.getByLabel('Promised amount in dollars'), '125.00');
      await hand.write(dialog.getByLabel('Promised by'), typedDay(addDays(today as IsoDate, 9)));
      await hand.write(dialog.getByRole('textbox', { name: 'Note', exact: true }), 'Pays after the next wages.');
      await hand.press(dialog.getByRole('button', { name: 'Add the note' }));
      await dialog.waitFor({ state: 'detached' });
    },
  },
  ...(['Kept', 'Broken'] as const).map(
    (state): Job => ({
      name: `which promises were ${state.toLowerCase()}`,
      role: 'agent',
      prepare: promised,
      async carryOut(hand) {
        const { page } = hand;
        await hand.open('Notes');
        await hand.choose(page.locator('button.select-button').filter({ hasText: 'Promise' }), state);
        await page.getByRole('table', { name: 'Notes' }).getByText(state).first().waitFor();
      },
    }),
  ),
  {
    name: 'take the next loan of the queue',
    role: 'agent',
    async carryOut(hand) {
      const { page } = hand;
      await hand.open('Collections');
      await hand.press(page.getByRole('button', { name: 'Next loan' }));
      await page.getByText('You have this loan').waitFor();
    },
  },
  {
    name: 'does a webhook arrive, and send the failed one again',
    role: 'admin',
    prepare: async ({ pool, organizationId }) => failedEndpoint(pool, organizationId),
    async carryOut(hand, _fixture, { endpointId }) {
      const { page } = hand;
      await hand.open('Webhooks');
      await hand.press(page.locator(`a[href*="${endpointId}"]`).first());
      const row = page.getByRole('row').filter({ hasText: 'Failed · 500' });
      await hand.press(row.getByRole('button', { name: /^Send again/ }).first());
      await page.getByRole('row').filter({ hasText: 'Pending' }).first().waitFor();
    },
  },
];

/** A promise that the payments of the jobs before have kept, and one that nothing kept. */
async function promised({ pool, organizationId, loan }: JobsFixture) {
  for (const [cents, daysAgo] of [
    [1, 0],
    [9_999_999, 20],
  ])
    await pool.query(
      `insert into account_note (id, organization_id, account_id, kind, text, written_by, noted_on, promised_cents,
         promised_on, promise_ends_on, created_at)
       select $1, $2, $3, 'promise_to_pay', 'Pays next week.', 'ann', day, $4, day + 5, day + 5, day
         from (select current_date - $5::int as day) noted`,
      [newId(), organizationId, loan.id, cents, daysAgo],
    );
  return {};
}

const LOAN_WITH_CARD = `
  select a.id, a.external_contract_number as number from account a
    join account_borrower b on b.account_id = a.id and b.is_active
    join payment_method m on m.party_id = b.person_id and m.is_active and m.instrument_type = 'card'
   where a.organization_id = $1 and a.loan_system_code = 'ledger' and a.status_code = 'active'
     and make_date(m.expiration_year, m.expiration_month, 1) > now()
     and not exists (select from autopay_schedule s where s.account_id = a.id and s.status in ('active', 'paused'))
   order by a.id limit 1`;

const LOAN_ON_AUTOPAY = `
  select a.id, a.external_contract_number as number from account a
    join autopay_schedule s on s.account_id = a.id and s.status = 'active'
   where a.organization_id = $1 and a.loan_system_code = 'ledger' and a.status_code = 'active' order by a.id limit 1`;

const RETURNED_RUN = `
  select r.id from autopay_run r join autopay_schedule s on s.id = r.schedule_id and s.status = 'active'
   where r.organization_id = $1 and r.status = 'retrying' and r.next_try_on > current_date order by r.id limit 1`;
