import type Stripe from 'stripe';
import { type Cents, cents } from '../../../core/money.js';
import type { ChargeOrder, ChargeOutcome, ChargeReference, FoundCharge } from '../port.js';
import { displayCode, type Failure } from './failure.js';
import { isFinalDecline } from './final-declines-and-shown-reasons.js';
import { sendIdempotently } from './idempotent-request.js';
import { type PaymentIntentObject, paymentIntentObject } from './response-schemas.js';

const CURRENCY = 'usd';
const MOST_PER_PAGE = 100;
/** Stripe's minimum for US dollars (docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const LEAST_CENTS = cents(50);
/** Stripe's code for an amount below the minimum; accounts with another minimum get it from Stripe. */
const TOO_SMALL = 'amount_too_small';

/**
 * Charges with an off-session PaymentIntent, with the reference as its idempotency key. If an older charge with this
 * reference may exist, it is looked for first, because Stripe forgets keys after a day.
 */
export async function charge(stripe: Stripe, order: ChargeOrder): Promise<ChargeOutcome> {
  const { organizationId, reference, instrument, amountCents, description, triedBefore, mayBeKnown } = order;
  const { customer, token } = instrument;
  if (customer === null) return { kind: 'declined', code: 'customer_missing', isHard: true };
  if (mayBeKnown) {
    const found = await findCharge(stripe, order);
    if (found.kind === 'charged' || found.kind === 'declined') return found;
    if (found.kind === 'unavailable') return { kind: 'unreachable' };
    if (found.kind === 'pending') return { kind: 'unknown' };
  }
  // After the lookup: an earlier charge with this reference counts, whatever amount is left to charge now.
  if (amountCents < LEAST_CENTS) return faulty(TOO_SMALL, LEAST_CENTS);
  const intent = await sendIdempotently(reference, triedBefore + 1, paymentIntentObject, (options) =>
    stripe.paymentIntents.create(
      {
        amount: amountCents,
        currency: CURRENCY,
        customer,
        payment_method: token,
        allowed_payment_method_types: ['card'],
        off_session: true,
        confirm: true,
        description,
        metadata: { organization_id: organizationId, reference },
      },
      options,
    ),
  );
  const state = stateOf(intent);
  return state.kind === 'charged' || state.kind === 'declined' ? state : { kind: 'unknown' };
}

/**
 * The charge with a reference, from the list of the customer's PaymentIntents. Stripe's search API is not used: its
 * index lags behind, so it cannot prove that a charge is absent.
 */
export async function findCharge(stripe: Stripe, order: ChargeReference): Promise<FoundCharge> {
  const { instrument, reference } = order;
  if (instrument.customer === null) return { kind: 'absent' };
  const found: FoundCharge[] = [];
  const list = { customer: instrument.customer, limit: MOST_PER_PAGE };
  for await (const listed of stripe.paymentIntents.list(list)) {
    const intent = paymentIntentObject.parse(listed);
    if (intent.metadata['reference'] === reference) found.push(stateOf(intent));
  }
  // There are several only after failures inside Stripe: one that is charged, or may still be, takes precedence over
  // one that never will be.
  const byWeight = ['charged', 'pending', 'declined'] as const;
  const heaviest = byWeight.map((kind) => found.find((state) => state.kind === kind)).find(Boolean);
  return heaviest ?? { kind: 'absent' };
}

function stateOf(intent: PaymentIntentObject): FoundCharge {
  const error = intent.last_payment_error;
  switch (intent.status) {
    case 'succeeded':
      return { kind: 'charged', charge: { externalId: intent.id, amountCents: cents(intent.amount) } };
    case 'requires_action':
      return declined('authentication_required');
    case 'canceled':
      return declined('canceled');
    case 'requires_payment_method':
    case 'requires_confirmation':
      // Without an error it was created but never confirmed: it takes no money.
      return error ? declined(displayCode(error.decline_code ?? error.code, 'card_declined')) : { kind: 'absent' };
    default:
      return { kind: 'pending' };
  }
}

function declined(code: string, isHard = isFinalDecline(code)): Extract<ChargeOutcome, { kind: 'declined' }> {
  return { kind: 'declined', code, isHard };
}

/** When Stripe itself refuses an amount, it does not report the account's minimum. */
function faulty(code: string, leastCents: Cents | null = null): ChargeOutcome {
  return { kind: 'declined', code, isHard: true, requestFault: { isTooSmall: code === TOO_SMALL, leastCents } };
}

export function failedCharge(failure: Failure): ChargeOutcome {
  switch (failure.kind) {
    case 'declined':
      return declined(failure.code, failure.isFinal || isFinalDecline(failure.code));
    case 'not_carried_out':
      return { kind: 'unreachable' };
    case 'rate_limited':
      return { kind: 'unreachable', rateLimit: { retryAfterMs: failure.retryAfterMs }, isWell: true };
    case 'busy':
    case 'unclear':
      return { kind: 'unknown' };
    case 'fault':
      return faultyCharge(failure.fault);
  }
}

function faultyCharge({ type, code, param }: Extract<Failure, { kind: 'fault' }>['fault']): ChargeOutcome {
  switch (type) {
    // The instrument is fine, and an operator can correct the credentials.
    case 'StripeAuthenticationError':
    case 'StripePermissionError':
      return { kind: 'unreachable' };
    case 'StripeInvalidRequestError':
      // The instrument no longer exists. Any other invalid request stays invalid: repeating it gives the same answer.
      return code === 'resource_missing' && (param === 'payment_method' || param === 'customer')
        ? declined(code, true)
        : faulty(code);
    // An idempotency error: another request used this key before, and may have been executed.
    default:
      return { kind: 'unknown' };
  }
}
