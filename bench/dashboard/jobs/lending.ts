import { addDays, type IsoDate } from '../../../core/time/dates.js';
import { csv, LOAN } from '../../../test/support/board-file.js';
import type { Job } from './job.js';
import { nextNumber } from './next-number.js';
import { typedDay } from './paying.js';

export const LENDING: readonly Job[] = [
  {
    name: 'book a loan',
    role: 'supervisor',
    prepare: async () => ({ number: `NEW-${nextNumber()}` }),
    async carryOut(hand, _fixture, { number }) {
      const { page } = hand;
      await hand.open('Loans');
      await hand.press(page.getByRole('button', { name: 'Book a loan' }));
      const field = (label: string) => page.getByRole('dialog').getByLabel(label, { exact: true });
      const made = (await field('Made on').inputValue()) as IsoDate;
      await hand.write(field('Loan number'), number);
      await hand.write(field('Amount in dollars'), '8000.00');
      await hand.write(field('Annual rate in percent'), '12');
      await hand.write(field('Term in months'), '24');
      await hand.write(field('First due on'), typedDay(addDays(made, 30)));
      await hand.write(field('Name'), 'Wilhelmina Quartz');
      await hand.write(field('Email'), 'wilhelmina@example.com');
      await hand.press(page.getByRole('button', { name: 'Book the loan' }));
      await page.getByText('was booked').waitFor();
    },
  },
  {
    name: 'check a portfolio’s file before boarding',
    role: 'supervisor',
    prepare: async () => ({ file: csv({ ...LOAN, loan_number: `JOB-${nextNumber()}` }) }),
    async carryOut(hand, _fixture, { file }) {
      const { page } = hand;
      await hand.open('Boarding');
      await hand.press(page.getByRole('button', { name: 'Board a file' }));
      const dialog = page.getByRole('dialog');
      const buffer = Buffer.from(file);
      await hand.attach(dialog.getByRole('button', { name: 'Choose a file' }), {
        ...{ name: 'portfolio.csv', mimeType: 'text/csv', buffer },
      });
      await hand.press(dialog.getByRole('button', { name: 'Check the file', exact: true }));
      await page.getByRole('heading', { level: 1, name: /loans?$/ }).waitFor();
    },
  },
  {
    name: 'create a loan product',
    role: 'supervisor',
    prepare: async () => ({ n: nextNumber() }),
    async carryOut(hand, _fixture, { n }) {
      const { page } = hand;
      await hand.open('Products');
      await hand.press(page.getByRole('button', { name: 'Create a product' }));
      const field = (label: string) => page.getByRole('dialog').getByLabel(label, { exact: true });
      await hand.write(field('Code'), `BOAT-${n}`);
      await hand.write(field('Name'), 'Boat');
      await hand.write(field('Late fee in dollars'), '25.00');
      await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }));
      await page.getByRole('heading', { level: 1, name: 'Boat' }).waitFor();
    },
  },
  {
    name: 'a batch of payments, as a dry run',
    role: 'supervisor',
    prepare: async ({ loan }) => ({ csv: batchOf(loan.number, nextNumber()) }),
    async carryOut(hand, _fixture, { csv }) {
      const { page } = hand;
      await hand.open('Payment batches');
      await hand.press(page.getByRole('button', { name: 'Submit a file' }));
      const dialog = page.getByRole('dialog');
      const file = { name: 'lockbox.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
      await hand.attach(dialog.getByRole('button', { name: 'Choose a file' }), file);
      await hand.press(dialog.getByRole('button', { name: 'Submit' }));
      await page.getByRole('heading', { level: 1, name: /rows?$/ }).waitFor();
    },
  },
];

function batchOf(number: string, file: number): string {
  const head = 'idempotency_key,external_contract_number,amount_cents,payment_method,external_reference';
  const rows = [1, 2, 3].map((at) => `job-${file}-${at},${number},${500 + 10 * file + at},cash,job-${file}-${at}`);
  return [head, ...rows].join('\n');
}
