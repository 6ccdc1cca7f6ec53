import {
  type CollectedPaymentStatus,
  RecordOnePaymentDocument,
  type RecordPaymentInput,
  type ReversePaymentInput,
  TakePaymentBackDocument,
} from '../generated/graphql';
import { request } from '../graph/request';

/** A payment or a reversal as it is sent, with its Idempotency-Key. */
export type MoneyRequest = RecordRequest | ReverseRequest;

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

/** The payment after the request. */
export interface MoneyResult {
  readonly id: string;
  readonly status: CollectedPaymentStatus;
  readonly possibleDuplicateOf?: string | null;
}

/** One request at a time is open under each name. */
export function nameOf(sent: MoneyRequest): string {
  return sent.kind === 'record' ? recordName(sent.accountId) : reverseName(sent.paymentId);
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
export async function send(sent: MoneyRequest, key: string): Promise<MoneyResult> {
  const signal = AbortSignal.timeout(LONGEST_WAIT_MS);
  if (sent.kind === 'record') {
    const variables = { id: sent.accountId, key, input: sent.input };
    return (await request(RecordOnePaymentDocument, variables, signal)).recordPayment.payment;
  }
  const variables = { id: sent.paymentId, key, input: sent.input };
  return (await request(TakePaymentBackDocument, variables, signal)).reversePayment.payment;
}
