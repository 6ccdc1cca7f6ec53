import {
  type CollectedPaymentStatus,
  RecordOnePaymentDocument,
  type RecordPaymentInput,
  type ReversePaymentInput,
  TakePaymentBackDocument,
} from '../generated/graphql';
import { request } from '../graph/request';
import {
  type BookRequest,
  centsOfLoanRequest,
  type ForgottenLoanRequest,
  forgottenLoan,
  type LedgerRequest,
  type LoanRequest,
  type LoanResult,
  loanOf,
  sendToLedger,
  writeOf,
} from './loan-request';
import { responseTimeLimit } from './response-time-limit';

/** A request that moves money, as it is sent with its Idempotency-Key. */
export type MoneyRequest = PaymentRequest | LedgerRequest;

export type PaymentRequest = RecordRequest | ReverseRequest | ForgottenRequest;

export interface RecordRequest {
  readonly kind: 'record';
  readonly accountId: string;
  readonly input: RecordPaymentInput;
}

export interface ReverseRequest {
  readonly kind: 'reverse';
  readonly paymentId: string;
  readonly amountCents: number;
  readonly input: ReversePaymentInput;
}

/**
 * A request that was sent in an earlier session: only what is needed to ask for its outcome by its key, and to name it.
 * It cannot be sent again.
 */
export interface ForgottenRequest {
  readonly kind: 'forgotten';
  readonly operation: 'record' | 'reverse';
  /** The account of a payment; the payment of a reversal. */
  readonly subjectId: string;
  readonly amountCents: number;
}

export function isForgotten(sent: MoneyRequest): sent is ForgottenRequest | ForgottenLoanRequest {
  return sent.kind === 'forgotten' || sent.kind === 'forgotten-loan';
}

export function isOfLedger(sent: MoneyRequest): sent is LedgerRequest {
  return sent.kind === 'loan' || sent.kind === 'book' || sent.kind === 'forgotten-loan';
}

/** What is kept of a request after its session: no memo, no reason, no number of a check. */
export function withoutDetails(sent: MoneyRequest): ForgottenRequest | ForgottenLoanRequest {
  if (isOfLedger(sent)) return forgottenLoan(sent);
  if (sent.kind === 'forgotten') return sent;
  return { kind: 'forgotten', operation: sent.kind, subjectId: subjectOf(sent), amountCents: amountOf(sent) };
}

/** What is kept of a request while its page may be loaded again: all of it, except contact data. */
export function keptWhileOpen(sent: MoneyRequest): Exclude<MoneyRequest, BookRequest> {
  return sent.kind === 'book' ? forgottenLoan(sent) : sent;
}

export function operationOf(sent: PaymentRequest): 'record' | 'reverse' {
  return sent.kind === 'forgotten' ? sent.operation : sent.kind;
}

/** The account of a payment or of an operation on a loan; the payment of a reversal; the number of a loan to book. */
export function subjectOf(sent: MoneyRequest): string {
  if (isOfLedger(sent)) return loanOf(sent);
  if (sent.kind === 'forgotten') return sent.subjectId;
  return sent.kind === 'record' ? sent.accountId : sent.paymentId;
}

export function amountOf(sent: MoneyRequest): number {
  if (isOfLedger(sent)) return centsOfLoanRequest(sent);
  return sent.kind === 'record' ? sent.input.amountCents : sent.amountCents;
}

/** The payment after a request about one. */
export interface PaymentResult {
  readonly kind: 'payment';
  readonly id: string;
  readonly status: CollectedPaymentStatus;
  readonly possibleDuplicateOf?: string | null;
}

export type MoneyResult = PaymentResult | LoanResult;

/** One request at a time is open under each name. */
export function nameOf(sent: MoneyRequest): string {
  if (sent.kind === 'loan') return operationName(sent.operation.type, sent.accountId);
  if (isOfLedger(sent)) {
    const write = writeOf(sent);
    return write === 'booking' ? bookingName(sent.organizationId, loanOf(sent)) : operationName(write, loanOf(sent));
  }
  return operationOf(sent) === 'record' ? recordName(subjectOf(sent)) : reverseName(subjectOf(sent));
}

export function recordName(accountId: string): string {
  return `record:${accountId}`;
}

export function reverseName(paymentId: string): string {
  return `reverse:${paymentId}`;
}

export function operationName(write: LoanRequest['operation']['type'], accountId: string): string {
  return `${write}:${accountId}`;
}

/** Two lenders may have loans with the same number. */
export function bookingName(organizationId: string, loanNumber: string): string {
  return `booking:${organizationId}:${loanNumber}`;
}

/** The name of the form that it was typed into. */
export function formOf(sent: MoneyRequest): string {
  if (isOfLedger(sent)) return writeOf(sent) === 'booking' ? 'booking' : nameOf(sent);
  return `${operationOf(sent) === 'record' ? 'payment' : 'reversal'}:${subjectOf(sent)}`;
}

/** @throws {GraphProblem} */
export async function send(
  sent: Exclude<MoneyRequest, ForgottenRequest | ForgottenLoanRequest>,
  key: string,
): Promise<MoneyResult> {
  const signal = responseTimeLimit();
  if (isOfLedger(sent)) return sendToLedger(sent, key, signal);
  if (sent.kind === 'record') {
    const variables = { id: sent.accountId, key, input: sent.input };
    const { payment } = (await request(RecordOnePaymentDocument, variables, signal)).recordPayment;
    return { kind: 'payment', ...payment };
  }
  const variables = { id: sent.paymentId, key, input: sent.input };
  return { kind: 'payment', ...(await request(TakePaymentBackDocument, variables, signal)).reversePayment.payment };
}
