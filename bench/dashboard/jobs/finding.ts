import type { Page } from 'playwright-core';
import type { FoundLoan, Job, JobsFixture } from './job.js';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).first().waitFor();

/** The loan is found by something that it has. */
const loanBy = (what: string, text: (loan: FoundLoan) => string): Job => ({
  name: `find a loan by ${what}`,
  role: 'agent',
  async carryOut(hand, { loan }) {
    await hand.find(text(loan), loan.number);
    await heading(hand.page, loan.borrower);
  },
});

/** The payment is found by a column of its row. */
const paymentBy = (what: string, text: (payment: Readonly<Record<string, any>>) => string): Job => ({
  name: `find a payment by ${what}`,
  role: 'agent',
  prepare: ({ one, organizationId }) => one(PAYMENT, organizationId),
  async carryOut(hand, _fixture, payment) {
    await hand.find(text(payment), dollarsOf(payment.cents));
    await heading(hand.page, dollarsOf(payment.cents));
  },
});

const PAYMENT = `
  select p.id, p.check_number, p.amount_cents as cents, e.reference_number as number
    from collected_payment p
    join ledger_entry e on e.organization_id = p.organization_id and e.external_reference = p.id
   where p.organization_id = $1 and p.status = 'posted' and p.check_number is not null
     and not exists (select from collected_payment other where other.amount_cents = p.amount_cents and other.id <> p.id)
   order by p.id desc limit 1`;

const contactBy = (what: string, text: (loan: FoundLoan) => string): Job => ({
  name: `find a borrower by the whole ${what}`,
  role: 'agent',
  async carryOut(hand, { loan }) {
    await hand.find(text(loan), `Find the borrower with this ${what}`);
    const row = hand.page.getByRole('option').filter({ hasText: loan.number }).first();
    await row.waitFor();
    await hand.take(row);
    await heading(hand.page, loan.borrower);
  },
});

export const FINDING: readonly Job[] = [
  loanBy('name, its words in another order', ({ borrower }) => borrower.split(' ').toReversed().join(' ')),
  loanBy('contract number', ({ number }) => number),
  loanBy('account number', ({ accountNumber }) => accountNumber),
  loanBy('id', ({ id }) => id),
  paymentBy('id', ({ id }) => id),
  paymentBy('reference number', ({ number }) => `#${number}`),
  paymentBy('check number', ({ check_number: number }) => String(number)),
  paymentBy('amount', ({ cents }) => dollarsOf(cents)),
  contactBy('telephone number', ({ phone }) => phone),
  contactBy('email address', ({ email }) => email),
  {
    name: 'find a charge by the last four digits and a name',
    role: 'agent',
    prepare: ({ one, organizationId }: JobsFixture) => one(CHARGED_CARD, organizationId),
    async carryOut(hand, _fixture, { digits, borrower }) {
      await hand.find(`${digits} ${borrower}`, borrower);
      await heading(hand.page, /./);
    },
  },
];

const CHARGED_CARD = `
  select m.last_four as digits, b.display_name as borrower from payment_method m join person b on b.id = m.party_id
   where m.organization_id = $1 and m.is_active and m.instrument_type = 'card' order by m.id limit 1`;

export function dollarsOf(cents: unknown): string {
  return (Number(cents) / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}
