import type { Page } from 'playwright-core';
import { ApprovalsHarness } from '../../../test/support/approvals-harness.js';
import type { Job, JobsFixture } from './job.js';
import { nextNumber } from './next-number.js';

/** The first one, resolved by a person with a sentence. */
const EXCEPTION: Job = {
  name: 'work off an exception',
  role: 'supervisor',
  async carryOut(hand) {
    const { page } = hand;
    await hand.open('Exceptions');
    await hand.press(page.locator('.exception-list > li').getByRole('button', { name: 'Resolve' }).first());
    const dialog = page.getByRole('dialog');
    await dialog.locator('input:focus').waitFor();
    await hand.type('Called the borrower.');
    await hand.press(dialog.getByRole('button', { name: 'Resolve' }));
    await dialog.waitFor({ state: 'detached' });
  },
};

/** A request of an agent above the limit. */
async function requested({ instance, organizationId, loan }: JobsFixture) {
  const approvals = new ApprovalsHarness(instance, organizationId);
  await approvals.limit('supervisor', 'adjustment', 100);
  return { id: await approvals.ask(await approvals.as('ann'), loan.id, 200 + nextNumber()) };
}

/** A column's head may have the same name. */
const filter = (page: Page, name: string) => page.locator('button.select-button').filter({ hasText: name });

export const DECIDING: readonly Job[] = [
  EXCEPTION,
  {
    name: 'work off a difference of the tie-out',
    role: 'supervisor',
    async carryOut(hand) {
      const { page } = hand;
      await hand.open('Tie-out');
      await hand.press(page.getByRole('link', { name: /^\d+ differences?$/ }).first());
      await page.getByRole('heading', { level: 1, name: 'Differences' }).waitFor();
      const card = page.locator('.exception-list li').first();
      await hand.press(card.getByRole('button', { name: 'Accept' }));
      const dialog = page.getByRole('dialog');
      await dialog.locator('input:focus').waitFor();
      await hand.type('Recorded by hand.');
      await hand.press(dialog.getByRole('button', { name: 'Accept' }));
      await dialog.waitFor({ state: 'detached' });
    },
  },
  {
    name: 'a dispute: what happened, what to do, until when',
    role: 'agent',
    async carryOut(hand) {
      const { page } = hand;
      await hand.open('Disputes');
      await hand.press(page.getByRole('row').filter({ hasText: 'Response needed' }).first().getByRole('link').first());
      await page.getByRole('heading', { name: 'What to do' }).waitFor();
      await page.getByText('Deadline').first().waitFor();
    },
  },
  {
    name: 'an act above the limit, sent for approval',
    role: 'supervisor',
    prepare: async (fixture) => requested(fixture).then(() => ({})),
    async carryOut(hand, { loan }) {
      const { page } = hand;
      await hand.find(loan.borrower, loan.number);
      await hand.press(page.getByRole('button', { name: 'Adjust' }));
      const dialog = page.getByRole('dialog');
      await hand.write(dialog.getByLabel(/fees/i).first(), '7.00');
      await hand.write(dialog.getByLabel('Reason'), 'Agreed with the branch');
      await hand.press(dialog.getByRole('button', { name: /^Send for approval/ }));
      await dialog.getByText('Sent for approval').first().waitFor();
    },
  },
  {
    name: 'approve what another person asked for',
    role: 'admin',
    prepare: requested,
    async carryOut(hand, _fixture, { id }) {
      const { page } = hand;
      await hand.press(page.getByRole('link', { name: /to approve$/ }));
      await hand.press(page.locator(`a[href*="/approvals/${id}"]`).first());
      await hand.press(page.getByRole('button', { name: 'Approve' }));
      await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Approve' }));
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'today’s receipts by method, against the journal',
    role: 'supervisor',
    async carryOut(hand) {
      const { page } = hand;
      await hand.press(page.locator('a.tile', { hasText: 'Received today' }));
      await hand.choose(filter(page, 'Method'), 'Cash');
      await page.waitForURL(/method=cash/);
      await hand.open('Journal');
      await hand.choose(filter(page, 'Account'), /cash/i);
      await page.locator('tfoot', { hasText: '$' }).waitFor();
    },
  },
];
