import type { HttpAnswer } from '../http/http-client.js';
import { type Failure, failure } from './response-schemas.js';

/**
 * The meaning of an answer to a command.
 * - `accepted`: executed now or by an earlier try with the same key.
 * - `refused`: not executed, and never will be in this form.
 * - `duplicate`: its external id exists already, or a database constraint was violated: the caller must look it up.
 * - `busy`: not executed; the same request may be sent again.
 * - `misconfigured`: not executed; our configuration is wrong, not the payment.
 * - `no_payment_type`: not executed; it has no payment type with the number in our settings.
 * - `replayed_failure`: the stored answer of an earlier try, which was rolled back. The same key would return it for
 *   ever, although the reason may be gone.
 * - `unknown`: does not show whether the command was executed.
 */
export type Verdict =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'duplicate' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'misconfigured'; readonly code: string }
  | { readonly kind: 'no_payment_type' }
  | { readonly kind: 'replayed_failure' }
  | { readonly kind: 'unknown' };

/** Answered with 503, but permanent: the transaction may not be changed. */
const PERMANENT = /^error\.msg\.loan\.(?:[a-z.]+\.)?(?:update|operation)\.not\.allowed$/;
const MISCONFIGURED: readonly string[] = [
  'error.msg.not.authorized',
  'error.msg.invalid.tenant.identifier',
  'error.msg.parameter.unsupported',
];

const NO_PAYMENT_TYPE = 'error.msg.payment.type.invalid';

export function verdictOf({ status, headers, body }: HttpAnswer): Verdict {
  if (status >= 200 && status < 300) return { kind: 'accepted' };
  if (status === 401) return { kind: 'misconfigured', code: 'error.msg.not.authenticated' };
  const parsed = failure.safeParse(body);
  // A proxy's pages, and a command in progress (425, or 409 according to its documentation), whose result belongs to
  // another request.
  if (!parsed.success || status === 425) return { kind: 'unknown' };
  if (isStored({ headers })) return { kind: 'replayed_failure' };
  const codes = codesOf(parsed.data);
  const [code = ''] = codes;
  if (codes.some((each) => MISCONFIGURED.includes(each))) return { kind: 'misconfigured', code };
  if (codes.includes(NO_PAYMENT_TYPE)) return { kind: 'no_payment_type' };
  if (codes.some((each) => each.endsWith('value.must.be.unique') || each.includes('data.integrity')))
    return { kind: 'duplicate' };
  if (status === 503 && codes.some((each) => PERMANENT.test(each))) return { kind: 'refused', reason: reasonOf(code) };
  if (status === 409 || status >= 500) return { kind: status === 409 ? 'busy' : 'unknown' };
  return { kind: 'refused', reason: reasonOf(code) };
}

/** Whether it is the answer of an earlier try with the same key. */
export function isStored({ headers }: Pick<HttpAnswer, 'headers'>): boolean {
  return headers['x-served-from-cache'] === 'true';
}

/** Whether a 404 is Fineract's own code for an unknown object, not a proxy's answer for a path. */
export function isAbsence({ status, body }: HttpAnswer, what: RegExp): boolean {
  if (status !== 404) return false;
  const parsed = failure.safeParse(body);
  return parsed.success && codesOf(parsed.data).some((code) => what.test(code));
}

/** Whether Fineract itself refuses only this one read: the system works, and so does our configuration. */
export function concernsOneLoan(answer: HttpAnswer): boolean {
  const { kind } = verdictOf(answer);
  return (
    answer.status < 500 && answer.status !== 429 && (kind === 'refused' || kind === 'duplicate' || kind === 'busy')
  );
}

/** The specific codes first: the outer code only names the family. */
function codesOf({ errors, userMessageGlobalisationCode }: Failure): readonly string[] {
  const particular = (errors ?? []).flatMap(({ userMessageGlobalisationCode: code }) => code ?? []);
  return [...particular, userMessageGlobalisationCode];
}

/** `error.msg.loan.transaction.cannot.be.a.future.date` → `loan_transaction_cannot_be_a_future_date`. */
function reasonOf(code: string): string {
  const words = code.replace(/^(?:error|validation)\.msg\./, '').replace(/([a-z0-9])([A-Z])/g, '$1_$2');
  const reason = words.replace(/[^A-Za-z0-9]+/g, '_').replace(/^_+|_+$/g, '');
  return reason.toLowerCase().slice(0, 100) || 'refused_by_loan_system';
}
