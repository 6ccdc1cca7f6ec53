import type { components } from './generated/contract.js';
import { type ApiErrorCode, ERROR_CODES } from './generated/error-codes.js';
import { member } from './member.js';
import { messageOf } from './message.js';
import type { Answer } from './transport/attempt.js';
import type { Payment } from './types.js';

type Schemas = components['schemas'];

/** What the contract document says about each code. */
type ContractDetails = {
  [Name in keyof Schemas as CodeOf<Schemas[Name]>]: Schemas[Name] extends { detail: infer Detail } ? Detail : never;
};

type CodeOf<Schema> = Schema extends { detail: { error_code: infer Code extends string } } ? Code : never;

/** A list of problems, which has no code beside it, and the codes of the client's own. */
interface OtherDetails {
  /** Every problem of the request's form. */
  readonly validation_failed: Schemas['ValidationError']['detail'];
  /** No answer came within the deadline; `cause` says how the last attempt failed. It may have been carried out. */
  readonly connection_failed: { readonly error_code: 'connection_failed' };
  /** An answer that this version of the client does not know: a proxy's, or a code of a later API. */
  readonly unrecognized_answer: { readonly error_code: 'unrecognized_answer'; readonly answer: unknown };
  /** The deadline passed while the outcome was unknown: read the payment later, and record no other one. */
  readonly outcome_pending: { readonly error_code: 'outcome_pending'; readonly payment: Payment };
}

/** Every `error.code`: the API's, and three of the client's own. */
export type ErrorCode = ApiErrorCode | keyof OtherDetails;

/** `error.detail` of each code. */
export type ErrorDetails = {
  readonly [Code in ErrorCode]: Code extends keyof OtherDetails
    ? OtherDetails[Code]
    : Code extends keyof ContractDetails
      ? ContractDetails[Code]
      : { readonly error_code: Code };
};

interface Circumstances {
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly cause?: unknown;
}

class Failure<Code extends ErrorCode> extends Error {
  override readonly name = 'TributaryError';
  /** What went wrong, for programs: branch on it, and `detail` narrows. */
  readonly code: Code;
  /** What the answer said beside its code. */
  readonly detail: ErrorDetails[Code];
  /** HTTP status; undefined: there was no answer. */
  readonly status: number | undefined;
  /** Finds the request in Tributary's logs. */
  readonly requestId: string | undefined;
  /** The key that the call was sent with: the same call with this key goes on where it ended. */
  readonly idempotencyKey: string | undefined;

  constructor(code: Code, detail: ErrorDetails[Code], { cause, ...circumstances }: Circumstances) {
    super(messageOf(code, detail, { ...circumstances, cause }), cause === undefined ? {} : { cause });
    this.code = code;
    this.detail = detail;
    this.status = circumstances.status;
    this.requestId = circumstances.requestId;
    this.idempotencyKey = circumstances.idempotencyKey;
  }
}

/**
 * Whatever a call rejects with, but for a signal of your own. One type for each code, so that `detail` narrows:
 *
 * @example
 * try {
 *   await tributary.payments.reverse(id);
 * } catch (error) {
 *   if (!(error instanceof TributaryError)) throw error;
 *   if (error.code === 'payment_not_reversible') console.log(`it is ${error.detail.status}`);
 * }
 */
export type TributaryError = { [Code in ErrorCode]: Failure<Code> }[ErrorCode];

/** Narrows by `instanceof`. */
export const TributaryError = {
  [Symbol.hasInstance]: (value: unknown): value is TributaryError => value instanceof Failure,
};

export function failure<Code extends ErrorCode>(
  code: Code,
  detail: ErrorDetails[Code],
  circumstances: Circumstances = {},
): Failure<Code> {
  return new Failure(code, detail, circumstances);
}

/** The error that an answer of the API stands for. */
export function failureOf({ status, requestId, body }: Answer, idempotencyKey: string | undefined): Error {
  const circumstances = { status, requestId, idempotencyKey };
  const detail = detailOf(body);
  if (Array.isArray(detail)) return new Failure('validation_failed', detail, circumstances);
  const code = codeOf(body);
  // What came is believed to be what the document says of its code: the API's tests hold it to that.
  if (isApiErrorCode(code)) return new Failure(code, detail as ErrorDetails[ApiErrorCode], circumstances);
  return failure('unrecognized_answer', { error_code: 'unrecognized_answer', answer: body }, circumstances);
}

/** `detail.error_code` of an answer that has one, known or not. */
export function codeOf(body: unknown): string | undefined {
  const code = member(detailOf(body), 'error_code');
  return typeof code === 'string' ? code : undefined;
}

export function detailOf(body: unknown): unknown {
  return member(body, 'detail');
}

function isApiErrorCode(code: string | undefined): code is ApiErrorCode {
  return ERROR_CODES.some((known) => known === code);
}
