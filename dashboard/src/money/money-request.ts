import {
  type CollectedPaymentStatus,
  RecordOnePaymentDocument,
  type RecordPaymentInput,
  type ReversePaymentInput,
  TakePaymentBackDocument,
} from '../generated/graphql';
import { request } from '../graph/request';

/** A payment or a reversal as it is sent, with its Idempotency-Key. */
export type MoneyRequest = RecordRequest | ReverseRequest | ForgottenRequest;

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

/** What is kept of a request after its session: no memo, no reason, no number of a check. */
export function withoutDetails(sent: MoneyRequest): ForgottenRequest {
  if (sent.kind === 'forgotten') return sent;
  return { kind: 'forgotten', operation: sent.kind, subjectId: subjectOf(sent), amountCents: amountOf(sent) };
}

export function operationOf(sent: MoneyRequest): 'record' | 'reverse' {
  return sent.kind === 'forgotten' ? sent.operation : sent.kind;
}

/** The account of a payment; the payment of a reversal. */
export function subjectOf(sent: MoneyRequest): string {
  if (sent.kind === 'forgotten') return sent.subjectId;
  return sent.kind === 'record' ? sent.accountId : sent.paymentId;
}

export function amountOf(sent: MoneyRequest): number {
  return sent.kind === 'record' ? sent.input.amountCents : sent.amountCents;
}

/** The payment after the request. */
export interface MoneyResult {
  readonly id: string;
  readonly status: CollectedPaymentStatus;
  readonly possibleDuplicateOf?: string | null;
}

/** One request at a time is open under each name. */
export function nameOf(sent: MoneyRequest): string {
  return operationOf(sent) === 'record' ? recordName(subjectOf(sent)) : reverseName(subjectOf(sent));
}

export function recordName(accountId: string): string {
  return `record:${accountId}`;
}

export function reverseName(paymentId: string): string {
  return `reverse:${paymentId}`;
}

/** How long to wait for a response before the outcome counts as unknown. */
const LONGEST_WAIT_MS = 60_000;

/** @throws {GraphProblem} */
export async function send(sent: Exclude<MoneyRequest, ForgottenRequest>, key: string): Promise<MoneyResult> {
  const signal = AbortSignal.timeout(LONGEST_WAIT_MS);
  if (sent.kind === 'record') {
    const variables = { id: sent.accountId, key, input: sent.input };
    return (await request(RecordOnePaymentDocument, variables, signal)).recordPayment.payment;
  }
  const variables = { id: sent.paymentId, key, input: sent.input };
  return (await request(TakePaymentBackDocument, variables, signal)).reversePayment.payment;
}
