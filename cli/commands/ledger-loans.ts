import { randomUUID } from 'node:crypto';
import type { Option } from 'commander';
import { snakeCased } from '../../core/contract/case-conversion.js';
import { WAIVED_COMPONENTS } from '../../core/contract/ledger-request-bodies.js';
import { withService } from '../../runtime/assembly/command-services.js';
import { withCode } from '../command-error.js';
import { withScopes } from '../command-line-principal.js';
import { type Declare, withAnswer } from '../command-result-as-json-or-text.js';
import { ownName } from '../how-user-invokes-the-program.js';
import { operand, option, taking } from '../options.js';
import { keyOption, signed } from '../shared-options.js';

const cents = { parse: signed };
const required = { required: true } as const;
const why = option('--reason <text>', 'why', required);

const ADJUSTING = 'adjust the balance: a positive number of cents raises a component, a negative one lowers it';

/** Commands that book a loan, and a servicer's manual operations on it. */
export const ledgerLoans = {
  book: withAnswer(
    'book a loan in an organization’s ledger; it is pending until it is paid out',
    [
      keyOption,
      option('--organization <id>', 'the lender', { ...required, as: 'organizationId' }),
      option('--loan-number <number>', 'the lender’s loan number', required),
      option('--product <code>', 'product of the loan; default: the built-in terms', { as: 'productCode' }),
      option('--borrower <name>', 'name of the primary borrower, a new person; or use --borrower-id'),
      option('--borrower-id <id>', 'the primary borrower, an existing person of the organization'),
      option('--email <address>', 'email address of a new primary borrower'),
      option('--phone <number>', 'telephone number of a new primary borrower'),
      option('--co-borrower <name...>', 'name of a co-borrower, a new person'),
      option('--co-borrower-id <id...>', 'a co-borrower, an existing person of the organization'),
      option('--originated-on <date>', 'date of the contract, YYYY-MM-DD', required),
      option('--first-due-on <date>', 'due date of the first installment', required),
      option('--principal-cents <cents>', 'the amount lent', {
        ...{ ...cents, ...required },
        as: 'originalPrincipalCents',
      }),
      option('--annual-rate <percent>', 'percent per year: 14.99, 6.875', required),
      option('--term-months <months>', 'number of monthly installments', { parse: signed, required: true }),
      option('--payment-cents <cents>', 'amount of one installment; default: the level payment', {
        ...cents,
        as: 'scheduledPaymentCents',
      }),
      option('--nsf-fee-cents <cents>', 'fee for a returned payment; default: the product’s', cents),
    ],
    async ({ idempotencyKey = randomUUID(), borrower, borrowerId, email, phone, ...rest }) => {
      const { coBorrower = [], coBorrowerId = [], ...terms } = rest;
      const borrowers = [
        { role: 'primary', party_id: borrowerId, display_name: borrower, email, phone },
        ...coBorrower.map((name) => ({ role: 'co_borrower', display_name: name })),
        ...coBorrowerId.map((id) => ({ role: 'co_borrower', party_id: id })),
      ];
      const defaults = { productCode: null, scheduledPaymentCents: null, nsfFeeCents: null };
      const request = { idempotencyKey, body: { ...snakeCased({ ...defaults, ...terms }), borrowers } };
      const { answer, replayed } = await withService('ledger', ({ booker }) => booker.book(servicer(), request)).catch(
        withCode,
      );
      const account: { readonly id: string } = JSON.parse(answer.body);
      const again = replayed ? ' It had already been booked with this key.' : '';
      return {
        document: account,
        text: `${account.id}\n\nThe account of loan ${terms.loanNumber}.${again} Next: ${ownName()} ledger disburse ${account.id}`,
      };
    },
  ),
  disburse: operation('disburse', 'pay out a pending loan: it becomes active and interest accrues'),
  waive: operation('waive', 'forgive interest or fees', [
    option('--component <component>', 'the component to forgive', { choices: WAIVED_COMPONENTS, required: true }),
    option('--amount-cents <cents>', 'how much', { ...cents, required: true }),
    why,
  ]),
  adjust: operation('adjust', ADJUSTING, [
    option('--principal-cents <cents>', 'change of principal', cents),
    option('--interest-cents <cents>', 'change of interest', cents),
    option('--fees-cents <cents>', 'change of fees', cents),
    why,
  ]),
  'charge-off': operation('chargeOff', 'charge off the whole balance', [why]),
  'undo-charge-off': operation('undoChargeOff', 'undo a charge-off, as if it had never happened', [why]),
  close: operation('close', 'close a loan for good, if it is paid in full or was never paid out'),
};

type Operation = 'disburse' | 'waive' | 'adjust' | 'chargeOff' | 'undoChargeOff' | 'close';

/** The command's own options are the fields of the request body. */
function operation(name: Operation, description: string, own: readonly Option[] = []): Declare {
  const declare = withAnswer(
    description,
    [operand('<account>', 'id of the loan’s account', { as: 'accountId' }), keyOption],
    async ({ accountId, idempotencyKey = randomUUID(), ...body }) => {
      const request = { accountId, idempotencyKey, body: snakeCased(body) };
      const { answer, replayed, resource } = await withService('ledger', ({ operations }) =>
        operations[name](servicer(), request),
      ).catch(withCode);
      const { type, effectiveDate, amountCents } = resource;
      const again = replayed ? ' It had already been done with this key.' : '';
      return {
        document: JSON.parse(answer.body),
        text: `Done: ${type.replaceAll('_', ' ')} of ${amountCents} cents as of ${effectiveDate}.${again}`,
      };
    },
  );
  return (command) => {
    declare(command);
    taking(command, own);
  };
}

/** The command line has the rights of an operator. */
function servicer() {
  return withScopes(['ledger:write']);
}
