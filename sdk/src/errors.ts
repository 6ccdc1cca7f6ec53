import { messageOf } from './error-message.js';
import type { components } from './generated/contract.js';
import { type ApiErrorCode, ERROR_CODES } from './generated/error-codes.js';
import { member } from './json-member.js';
import type { Answer } from './transport/send-once.js';
import type { Payment } from './types.js';

type Schemas = components['schemas'];

/** Error details of each code, from the contract document. */
type ContractDetails = {
  [Name in keyof Schemas as CodeOf<Schemas[Name]>]: Schemas[Name] extends { detail: infer Detail } ? Detail : never;
};

type CodeOf<Schema> = Schema extends { detail: { error_code: infer Code extends string } } ? Code : never;

/** The list of validation problems, which has no code, and the client's own codes. */
interface OtherDetails {
  /** Every problem in the request's format. */
  readonly validation_failed: Schemas['ValidationError']['detail'];
  /**
   * No response within the deadline; `cause` is the failure of the last attempt. The request may have been carried
   * out.
   */
  readonly connection_failed: { readonly error_code: 'connection_failed' };
  /** A response that this version of the client does not know, from a proxy or with the code of a later API. */
  readonly unrecognized_answer: { readonly error_code: 'unrecognized_answer'; readonly answer: unknown };
  /** The deadline passed before the outcome was known: read the payment later, and do not record another one. */
  readonly outcome_pending: { readonly error_code: 'outcome_pending'; readonly payment: Payment };
}

/** Every `error.code`: the API's codes, and three of the client's own. */
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
  /** What went wrong, for programs: switch on it to narrow `detail`. */
  readonly code: Code;
  /** The other fields of the error response. */
  readonly detail: ErrorDetails[Code];
  /** HTTP status; undefined when there was no response. */
  readonly status: number | undefined;
  /** Finds the request in Tributary's logs. */
  readonly requestId: string | undefined;
  /** The key of the call: the same call with this key continues where this one ended. */
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
 * The error that every call rejects with, except for an abort by your own signal. One type for each code, so that
 * `detail` narrows:
 *
 * @example
 * try {
 * await tributary.payments.reverse(id);
 * } catch (error) {
 * if (!(error instanceof TributaryError)) throw error;
 * if (error.code === 'payment_not_reversible') console.log(`status: ${error.detail.status}`);
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

/** The error for an error response of the API. */
export function failureOf({ status, requestId, body }: Answer, idempotencyKey: string | undefined): Error {
  const circumstances = { status, requestId, idempotencyKey };
  const detail = detailOf(body);
  if (Array.isArray(detail)) return new Failure('validation_failed', detail, circumstances);
  const code = codeOf(body);
  // The response's fields are trusted to match the contract document; the API's own tests check that.
  if (isApiErrorCode(code)) return new Failure(code, detail as ErrorDetails[ApiErrorCode], circumstances);
  return failure('unrecognized_answer', { error_code: 'unrecognized_answer', answer: body }, circumstances);
}

/** `detail.error_code` of the response if it has one, whether the client knows the code or not. */
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
