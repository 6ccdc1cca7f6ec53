import { dollars } from '../format/money';
import {
  AdjustLoanDocument,
  type BookLedgerLoanInput,
  BookLoanDocument,
  ChargeOffLoanDocument,
  CloseLoanDocument,
  DisburseLoanDocument,
  type LedgerAdjustmentInput,
  type LedgerWaiverInput,
  type LedgerWrite,
  UndoChargeOffDocument,
  WaiveOnLoanDocument,
} from '../generated/graphql';
import { request } from '../graph/request';

/** A manual operation on a loan in the built-in ledger, as it is sent. */
export interface LoanRequest {
  readonly kind: 'loan';
  readonly organizationId: string;
  readonly accountId: string;
  readonly operation: LoanOperation;
}

export type LoanOperation =
  | { readonly type: 'disbursement'; readonly amountCents: number }
  | { readonly type: 'waiver'; readonly input: LedgerWaiverInput }
  | { readonly type: 'adjustment'; readonly input: LedgerAdjustmentInput }
  | { readonly type: 'charge_off' | 'charge_off_reversal'; readonly reason: string }
  | { readonly type: 'closing' };

/** A loan to book. Its borrowers may be new persons, so that it is never kept in the browser: only its key is. */
export interface BookRequest {
  readonly kind: 'book';
  readonly organizationId: string;
  readonly input: BookLedgerLoanInput;
}

/** Only what is needed to ask for the result of a write to the ledger by its key, and to name it. */
export interface ForgottenLoanRequest {
  readonly kind: 'forgotten-loan';
  readonly organizationId: string;
  readonly write: LedgerWrite;
  /** The account of an operation; the loan number of a booking. */
  readonly subjectId: string;
  readonly amountCents: number;
}

export type LedgerRequest = LoanRequest | BookRequest | ForgottenLoanRequest;

/** The account after a write to the ledger. */
export interface LoanResult {
  readonly kind: 'loan';
  readonly accountId: string;
}

export function forgottenLoan(sent: LedgerRequest): ForgottenLoanRequest {
  if (sent.kind === 'forgotten-loan') return sent;
  const { organizationId } = sent;
  return {
    ...{ kind: 'forgotten-loan', organizationId, write: writeOf(sent) },
    ...{ subjectId: loanOf(sent), amountCents: centsOfLoanRequest(sent) },
  };
}

export function writeOf(sent: LedgerRequest): LedgerWrite {
  if (sent.kind === 'forgotten-loan') return sent.write;
  return sent.kind === 'book' ? 'booking' : sent.operation.type;
}

/** The account of an operation; the loan number of a booking. */
export function loanOf(sent: LedgerRequest): string {
  if (sent.kind === 'forgotten-loan') return sent.subjectId;
  return sent.kind === 'book' ? sent.input.loanNumber : sent.accountId;
}

/** The sum that it names; 0 for an operation on the whole balance. */
export function centsOfLoanRequest(sent: LedgerRequest): number {
  if (sent.kind === 'forgotten-loan') return sent.amountCents;
  if (sent.kind === 'book') return sent.input.originalPrincipalCents;
  const { operation } = sent;
  switch (operation.type) {
    case 'disbursement':
      return operation.amountCents;
    case 'waiver':
      return operation.input.amountCents;
    case 'adjustment':
      return sumOf(operation.input);
    default:
      return 0;
  }
}

function sumOf({ principalCents, interestCents, feesCents }: LedgerAdjustmentInput): number {
  return (principalCents ?? 0) + (interestCents ?? 0) + (feesCents ?? 0);
}

const NAMES: Readonly<Record<LedgerWrite, string>> = {
  booking: 'A booking of a loan',
  disbursement: 'A disbursement',
  waiver: 'A waiver',
  adjustment: 'An adjustment',
  charge_off: 'A charge-off',
  charge_off_reversal: 'The reversal of a charge-off',
  closing: 'The closing of a loan',
};

/** `A waiver of $25.00`, `A charge-off`. */
export function describeLoanRequest(sent: LedgerRequest): string {
  const cents = centsOfLoanRequest(sent);
  const write = writeOf(sent);
  const amount = cents === 0 ? '' : ` of ${dollars(cents)}`;
  return write === 'booking' ? `${NAMES.booking}, ${loanOf(sent)}` : `${NAMES[write]}${amount}`;
}

/** @throws {GraphProblem} */
export async function sendToLedger(
  sent: Exclude<LedgerRequest, ForgottenLoanRequest>,
  key: string,
  signal: AbortSignal,
): Promise<LoanResult> {
  if (sent.kind === 'book') {
    const { bookLedgerLoan } = await request(BookLoanDocument, { key, input: sent.input }, signal);
    return { kind: 'loan', accountId: bookLedgerLoan.account.id };
  }
  const { accountId, operation } = sent;
  const keyed = { id: accountId, key };
  switch (operation.type) {
    case 'disbursement':
      await request(DisburseLoanDocument, keyed, signal);
      break;
    case 'waiver':
      await request(WaiveOnLoanDocument, { ...keyed, input: operation.input }, signal);
      break;
    case 'adjustment':
      await request(AdjustLoanDocument, { ...keyed, input: operation.input }, signal);
      break;
    case 'charge_off':
      await request(ChargeOffLoanDocument, { ...keyed, reason: operation.reason }, signal);
      break;
    case 'charge_off_reversal':
      await request(UndoChargeOffDocument, { ...keyed, reason: operation.reason }, signal);
      break;
    case 'closing':
      await request(CloseLoanDocument, keyed, signal);
      break;
  }
  return { kind: 'loan', accountId };
}
