import type { HttpAnswer } from '../http/http-client.js';
import { errorShape } from './response-schemas.js';

/**
 * The meaning of an unsuccessful answer to a post.
 *
 * - `refused`: a rule of Mambu's; this request posted nothing.
 * - `duplicate`: our reference already exists in Mambu.
 * - `not_taken`: certainly not executed, and not the client's fault: a lock, a limit, or (`isOurFault`) our credentials
 *   and permissions. The same request may succeed later.
 * - `unclear`: it may have been executed.
 */
export type Failure =
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'duplicate' }
  | { readonly kind: 'not_taken'; readonly isOurFault: boolean }
  | { readonly kind: 'unclear' };

/** Reasons that a client can act on, by Mambu's return codes; all others are Mambu's own code in lower case. */
const REASONS: Readonly<Record<string, string>> = {
  INVALID_LOAN_ACCOUNT_ID: 'account_not_found',
  INVALID_ACCOUNT_STATE: 'account_state_forbids',
  INVALID_ACCOUNT_STATE_FOR_REPAYMENTS: 'account_state_forbids',
  INVALID_STATE_TRANSITION: 'account_state_forbids',
  EXCESS_REPAYMENT_ERROR: 'amount_exceeds_balance',
  INVALID_REPAYMENT_DATE_ERROR: 'date_not_allowed',
  INVALID_PARAMETERS: 'request_not_accepted',
};

const DUPLICATE = 'TRANSACTION_IDENTIFIER_ALREADY_USED';

/** Codes about the caller or the form of the request, not about its content. */
const OUR_SET_UP: ReadonlySet<string> = new Set([
  'INVALID_BASIC_AUTHORIZATION',
  'INVALID_CREDENTIALS',
  'API_NOT_AUTHORIZED',
  'INVALID_TENANT_ID',
  'INVALID_PERMISSIONS',
  'INVALID_API_OPERATION',
  'METHOD_NOT_IMPLEMENTED',
]);

export function failureOf({ status, body }: Pick<HttpAnswer, 'status' | 'body'>): Failure {
  if (status === 401 || status === 403) return { kind: 'not_taken', isOurFault: true };
  if (status === 429) return { kind: 'not_taken', isOurFault: false };
  const errors = readErrors(body);
  // Without Mambu's error codes the answer comes from a server in between, which does not know the request's outcome.
  if (errors === undefined || status < 400 || status >= 500 || status === 408) return { kind: 'unclear' };
  if (errors.some((reason) => OUR_SET_UP.has(reason))) return { kind: 'not_taken', isOurFault: true };
  if (status === 409) return { kind: 'not_taken', isOurFault: false };
  if (errors.includes(DUPLICATE)) return { kind: 'duplicate' };
  return { kind: 'refused', reason: reasonOf(errors[0]) };
}

/** Mambu's codes for unknown objects, one for each kind of object. */
export const NO_LOAN = /^INVALID_(?:LOAN_)?ACCOUNT_ID$/;
export const NO_TRANSACTION = /^INVALID_(?:LOAN_)?TRANSACTION_ID$/;
export const NO_HOLDER = /^INVALID_(?:CLIENT|GROUP)_ID$/;

/**
 * Whether Mambu itself reports that the requested object does not exist: a wrong tenant or address also answers 404.
 */
export function reportsAbsent({ status, body }: Pick<HttpAnswer, 'status' | 'body'>, absence: RegExp): boolean {
  const errors = readErrors(body);
  return status === 404 && errors !== undefined && errors.every((reason) => absence.test(reason));
}

/** Whether Mambu itself refuses only this one read: the system works, and so does our configuration. */
export function refusesOnlyThisRead(answer: Pick<HttpAnswer, 'status' | 'body'>): boolean {
  const { kind } = failureOf(answer);
  return kind === 'refused' || kind === 'duplicate' || (kind === 'not_taken' && answer.status === 409);
}

/** Mambu's error codes, for logs; empty when the answer is not Mambu's. */
export function errorCodes(body: unknown): readonly string[] {
  return readErrors(body) ?? [];
}

function readErrors(body: unknown): readonly string[] | undefined {
  const read = errorShape.safeParse(body);
  return read.success
    ? read.data.errors.map(({ errorReason, errorCode }) => errorReason ?? `CODE_${errorCode}`)
    : undefined;
}

function reasonOf(word = ''): string {
  const known = Object.hasOwn(REASONS, word) ? REASONS[word] : undefined;
  if (known !== undefined) return known;
  return /^[A-Z0-9_]{1,64}$/.test(word) ? word.toLowerCase() : 'refused_by_loan_system';
}
