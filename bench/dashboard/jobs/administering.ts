import type { Job } from './job.js';
import { nextNumber } from './next-number.js';

const numbered = async () => ({ n: nextNumber() });

export const ADMINISTERING: readonly Job[] = [
  {
    name: 'make an API key',
    role: 'admin',
    prepare: numbered,
    async carryOut(hand, _fixture, { n }) {
      const { page } = hand;
      await hand.open('API keys');
      await hand.press(page.getByRole('button', { name: 'Create an API key' }));
      const dialog = page.getByRole('dialog');
      await dialog.locator('input:focus').waitFor();
      await hand.type(`Till ${n}`);
      await hand.tick(dialog.getByRole('checkbox', { name: 'accounts:read' }));
      await hand.press(dialog.getByRole('button', { name: 'Create', exact: true }));
      await page.locator('.secret').waitFor();
    },
  },
  {
    name: 'add an operator with a role',
    role: 'admin',
    prepare: numbered,
    async carryOut(hand, _fixture, { n }) {
      const { page } = hand;
      await hand.open('Operators');
      await hand.press(page.getByRole('button', { name: 'Add an operator' }));
      const dialog = page.getByRole('dialog');
      await dialog.locator('input:focus').waitFor();
      await hand.type('Pat Porter');
      await hand.write(dialog.getByRole('textbox', { name: 'Email address' }), `pat${n}@example.com`);
      await hand.choose(dialog.getByRole('button', { name: /^Role/ }), 'Agent');
      await hand.press(dialog.getByRole('button', { name: 'Add', exact: true }));
      await page
        .getByRole('row', { name: /Pat Porter/ })
        .first()
        .waitFor();
    },
  },
  {
    name: 'add a webhook endpoint',
    role: 'admin',
    prepare: numbered,
    async carryOut(hand, _fixture, { n }) {
      const { page } = hand;
      await hand.open('Webhooks');
      await hand.press(page.getByRole('button', { name: 'Add endpoint' }));
      await page.getByRole('dialog').locator('input:focus').waitFor();
      await hand.type(`https://receiver.invalid/${n}`);
      await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }));
      await page.locator('.secret').waitFor();
    },
  },
  {
    name: 'change the subject of a template',
    role: 'supervisor',
    prepare: numbered,
    async carryOut(hand, _fixture, { n }) {
      const { page } = hand;
      await hand.open('Campaigns');
      await hand.press(page.getByRole('link', { name: 'Payment reminder' }).first());
      await hand.write(page.getByLabel('Subject'), `Due soon, ${n}`);
      await hand.press(page.getByRole('button', { name: 'Save' }));
      await page.getByText(`Due soon, ${n}`).first().waitFor();
    },
  },
  {
    name: 'one act in the audit log: who, what, before and after',
    role: 'admin',
    async carryOut(hand) {
      const { page } = hand;
      await hand.open('Audit log');
      await hand.write(page.getByRole('searchbox', { name: 'Actor, action or object' }), 'payment record');
      const details = page.getByRole('table', { name: 'Audit log' }).getByRole('button', { name: /^Details/ });
      await hand.press(details.first());
      await page.getByRole('dialog').waitFor();
    },
  },
];
