import { randomUUID } from 'node:crypto';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { snakeCase } from '../../core/contract/case-conversion.js';
import { WAIVED_COMPONENTS } from '../../core/contract/ledger-request-bodies.js';
import { Problem } from '../../core/errors/problem.js';
import type { OnceAnswer } from '../../core/idempotency/write-once.js';
import type { Principal } from '../../core/principal/principal.js';
import { ledgerOf } from '../../runtime/assembly/services/ledger.js';
import { withSession } from '../../runtime/command-session.js';
import type { LedgerOperationRow } from '../../subgraphs/servicing/ledger-api/operation/ledger-operation.row.js';
import type {
  LedgerOperationService,
  OperationRequest,
} from '../../subgraphs/servicing/ledger-api/operation/ledger-operation.service.js';
import { CommandError } from '../command-error.js';
import { commandLinePrincipal } from '../command-line-principal.js';
import { withAnswer } from '../command-result-as-json-or-text.js';
import { ownName } from '../how-user-invokes-the-program.js';

/** Commands that book a loan, and a servicer's manual operations on it. */
export function registerLedgerLoans(ledger: Command): void {
  registerBook(ledger);
  registerOperation(
    ledger,
    'disburse',
    'pay out a pending loan: it becomes active and interest accrues',
    (on, by, request) => on.disburse(by, request),
  );
  const waive = registerOperation(ledger, 'waive', 'forgive interest or fees', (on, by, request) =>
    on.waive(by, request),
  );
  waive
    .addOption(
      new Option('--component <component>', 'the component to forgive')
        .choices(WAIVED_COMPONENTS)
        .makeOptionMandatory(),
    )
    .requiredOption('--amount-cents <cents>', 'how much', whole)
    .requiredOption('--reason <text>', 'why');
  const adjust = registerOperation(
    ledger,
    'adjust',
    'adjust the balance: a positive number of cents raises a component, a negative one lowers it',
    (on, by, request) => on.adjust(by, request),
  );
  adjust
    .option('--principal-cents <cents>', 'change of principal', whole)
    .option('--interest-cents <cents>', 'change of interest', whole)
    .option('--fees-cents <cents>', 'change of fees', whole)
    .requiredOption('--reason <text>', 'why');
  registerOperation(ledger, 'charge-off', 'charge off the whole balance', (on, by, request) =>
    on.chargeOff(by, request),
  ).requiredOption('--reason <text>', 'why');
  registerOperation(ledger, 'undo-charge-off', 'undo a charge-off, as if it had never happened', (on, by, request) =>
    on.undoChargeOff(by, request),
  ).requiredOption('--reason <text>', 'why');
  registerOperation(
    ledger,
    'close',
    'close a loan for good, if it is paid in full or was never paid out',
    (on, by, request) => on.close(by, request),
  );
}

interface BookOptions extends KeyOption {
  readonly organization: string;
  readonly loanNumber: string;
  readonly product?: string;
  readonly borrower?: string;
  readonly borrowerId?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly coBorrower?: readonly string[];
  readonly coBorrowerId?: readonly string[];
  readonly originatedOn: string;
  readonly firstDueOn: string;
  readonly principalCents: number;
  readonly annualRate: string;
  readonly termMonths: number;
  readonly paymentCents?: number;
  readonly nsfFeeCents?: number;
}

function registerBook(ledger: Command): void {
  const command = keyed(ledger.command('book'))
    .description('book a loan in an organization’s ledger; it is pending until it is paid out')
    .requiredOption('--organization <id>', 'the lender')
    .requiredOption('--loan-number <number>', 'the lender’s loan number')
    .option('--product <code>', 'product of the loan; default: the built-in terms')
    .option('--borrower <name>', 'name of the primary borrower, a new person; or use --borrower-id')
    .option('--borrower-id <id>', 'the primary borrower, an existing person of the organization')
    .option('--email <address>', 'email address of a new primary borrower')
    .option('--phone <number>', 'telephone number of a new primary borrower')
    .option('--co-borrower <name...>', 'name of a co-borrower, a new person')
    .option('--co-borrower-id <id...>', 'a co-borrower, an existing person of the organization')
    .requiredOption('--originated-on <date>', 'date of the contract, YYYY-MM-DD')
    .requiredOption('--first-due-on <date>', 'due date of the first installment')
    .requiredOption('--principal-cents <cents>', 'the amount lent', whole)
    .requiredOption('--annual-rate <percent>', 'percent per year: 14.99, 6.875')
    .requiredOption('--term-months <months>', 'number of monthly installments', whole)
    .option('--payment-cents <cents>', 'amount of one installment; default: the level payment', whole)
    .option('--nsf-fee-cents <cents>', 'fee for a returned payment; default: the product’s', whole);
  withAnswer(command, async () => {
    const options = command.opts<BookOptions>();
    const request = { idempotencyKey: options.key ?? randomUUID(), body: bookBody(options) };
    const { answer, replayed } = await withSession((session) =>
      ledgerOf(session).booker.book(servicer(), request),
    ).catch(refusal);
    const account: { readonly id: string } = JSON.parse(answer.body);
    const again = replayed ? ' It had already been booked with this key.' : '';
    return {
      document: account,
      text: `${account.id}\n\nThe account of loan ${options.loanNumber}.${again} Next: ${ownName()} ledger disburse ${account.id}`,
    };
  });
}

function bookBody(options: BookOptions) {
  const { email, phone, coBorrower = [], coBorrowerId = [] } = options;
  return {
    organization_id: options.organization,
    loan_number: options.loanNumber,
    product_code: options.product ?? null,
    borrowers: [
      { role: 'primary', party_id: options.borrowerId, display_name: options.borrower, email, phone },
      ...coBorrower.map((name) => ({ role: 'co_borrower', display_name: name })),
      ...coBorrowerId.map((id) => ({ role: 'co_borrower', party_id: id })),
    ],
    originated_on: options.originatedOn,
    first_due_on: options.firstDueOn,
    original_principal_cents: options.principalCents,
    annual_rate: options.annualRate,
    term_months: options.termMonths,
    scheduled_payment_cents: options.paymentCents ?? null,
    nsf_fee_cents: options.nsfFeeCents ?? null,
  };
}

interface KeyOption {
  readonly key?: string;
}

interface OperationOptions extends KeyOption {
  readonly json?: true;
}

type Perform = (
  on: LedgerOperationService,
  by: Principal,
  request: OperationRequest,
) => Promise<OnceAnswer<LedgerOperationRow>>;

/** The command's own options are the fields of the request body. */
function registerOperation(ledger: Command, name: string, description: string, perform: Perform): Command {
  const command = keyed(ledger.command(name))
    .argument('<account>', 'id of the loan’s account')
    .description(description);
  return withAnswer(command, async (accountId = '') => {
    const { key, json: _, ...options } = command.opts<OperationOptions & Readonly<Record<string, unknown>>>();
    const body = Object.fromEntries(Object.entries(options).map(([option, value]) => [snakeCase(option), value]));
    const request = { accountId, idempotencyKey: key ?? randomUUID(), body };
    const performed = await withSession((session) => perform(ledgerOf(session).operations, servicer(), request)).catch(
      refusal,
    );
    const { type, effectiveDate, amountCents } = performed.resource;
    const again = performed.replayed ? ' It had already been done with this key.' : '';
    return {
      document: JSON.parse(performed.answer.body),
      text: `Done: ${type.replaceAll('_', ' ')} of ${amountCents} cents as of ${effectiveDate}.${again}`,
    };
  });
}

function keyed(command: Command): Command {
  return command.option('--key <key>', 'the Idempotency-Key: a repeated command with the same key runs only once');
}

/** The command line has the rights of an operator. */
function servicer(): Principal {
  return { ...commandLinePrincipal(), scopes: ['ledger:write'] };
}

/** Refusals as one line. Invalid input is reported elsewhere, by field. */
function refusal(error: unknown): never {
  if (!(error instanceof Problem) || error.issues !== undefined) throw error;
  const reason = error.fields['reason'];
  throw new CommandError(`${error.code}: ${error.message}${reason === undefined ? '' : ` (${reason})`}`);
}

function whole(text: string): number {
  if (!/^-?\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}
