import type { HttpAnswer } from '../http/http-client.js';
import { type Failure, failure } from './wire.js';

/**
 * What an answer to a command says of it.
 * - `accepted`: carried out now or by an earlier try under the same key.
 * - `refused`: not carried out, and never will be as it stands.
 * - `duplicate`: something stands under its external id already, or the database will not have it: whoever asked must look.
 * - `busy`: not carried out; the same may be asked for again.
 * - `misconfigured`: not carried out, and it is our set-up that is wrong, not the payment.
 * - `replayed_failure`: the stored answer of an earlier try, which was rolled back for a reason that may have passed: a lock, a
 *   fault, a permission that was missing. Under the same key it would be told for ever.
 * - `unknown`: says nothing of what came of it.
 */
export type Verdict =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'duplicate' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'misconfigured'; readonly code: string }
  | { readonly kind: 'replayed_failure' }
  | { readonly kind: 'unknown' };

/** Answered with 503, but for good: the transaction may not be changed. */
const PERMANENT = /^error\.msg\.loan\.(?:[a-z.]+\.)?(?:update|operation)\.not\.allowed$/;
const MISCONFIGURED: readonly string[] = [
  'error.msg.not.authorized',
  'error.msg.invalid.tenant.identifier',
  'error.msg.parameter.unsupported',
];

export function verdictOf({ status, headers, body }: HttpAnswer): Verdict {
  if (status >= 200 && status < 300) return { kind: 'accepted' };
  if (status === 401) return { kind: 'misconfigured', code: 'error.msg.not.authenticated' };
  const parsed = failure.safeParse(body);
  // Pages of a proxy, and a command in progress (425, or 409 as its documentation has it), whose answer is its own request.
  if (!parsed.success || status === 425) return { kind: 'unknown' };
  const codes = codesOf(parsed.data);
  const [code = ''] = codes;
  if (codes.some((each) => MISCONFIGURED.includes(each)))
    return isStored({ headers }) ? { kind: 'replayed_failure' } : { kind: 'misconfigured', code };
  if (codes.some((each) => each.endsWith('value.must.be.unique') || each.includes('data.integrity')))
    return { kind: 'duplicate' };
  if (status === 503 && codes.some((each) => PERMANENT.test(each))) return { kind: 'refused', reason: reasonOf(code) };
  if (status === 409 || status >= 500) {
    if (isStored({ headers })) return { kind: 'replayed_failure' };
    return { kind: status === 409 ? 'busy' : 'unknown' };
  }
  return { kind: 'refused', reason: reasonOf(code) };
}

/** Whether it is the answer of an earlier try under the same key. */
export function isStored({ headers }: Pick<HttpAnswer, 'headers'>): boolean {
  return headers['x-served-from-cache'] === 'true';
}

/** Whether a 404 is Fineract's own word for a transaction that is not there, not a proxy's for a path. */
export function saysAbsent({ status, body }: HttpAnswer, what: RegExp): boolean {
  if (status !== 404) return false;
  const parsed = failure.safeParse(body);
  return parsed.success && codesOf(parsed.data).some((code) => what.test(code));
}

/** Whether Fineract itself will not answer this one read: it is well, and so is our set-up. */
export function isAboutOne(answer: HttpAnswer): boolean {
  const { kind } = verdictOf(answer);
  return (
    answer.status < 500 && answer.status !== 429 && (kind === 'refused' || kind === 'duplicate' || kind === 'busy')
  );
}

/** The particular codes first: the outer one only names the family. */
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
