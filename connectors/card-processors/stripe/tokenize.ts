import type Stripe from 'stripe';
import { CARD_BRANDS } from '../../../core/cards/card-number.js';
import type { CardBrand, TokenizeOrder, TokenizeOutcome } from '../port.js';
import { displayCode, type Failure, failureOf } from './failure.js';
import { shownReason } from './final-declines-and-shown-reasons.js';
import { sendIdempotently } from './idempotent-request.js';
import { customerObject, paymentMethodObject, setupIntentObject } from './response-schemas.js';

/** These requests move no money, so one whose failure Stripe has stored may be repeated with the next key. */
const TRIES = 5;

/**
 * Creates a payment method from the card and has the issuer agree to off-session charges (SetupIntent), which also
 * attaches it to the borrower's customer. Each request has its own key, derived from the reference: after a crash a
 * repeated call gets what already exists.
 */
export async function tokenize(stripe: Stripe, order: TokenizeOrder): Promise<TokenizeOutcome> {
  const method = await sendIdempotently(`${order.reference}:pm`, TRIES, paymentMethodObject, (options) =>
    stripe.paymentMethods.create(cardMethod(order), options),
  );
  const cardBrand = CARD_BRANDS.find((brand) => brand === method.card.brand);
  if (cardBrand === undefined) return { kind: 'declined', reason: 'card_not_supported' };

  const { customer, setup } = await setUp(stripe, order, method.id);
  // Stripe's stored answer for a key does not change, so the current state is read again.
  const current =
    setup.status === 'processing' ? setupIntentObject.parse(await stripe.setupIntents.retrieve(setup.id)) : setup;
  return outcomeOf(current.status, current.last_setup_error, () => stored(method, customer, cardBrand));
}

async function setUp(stripe: Stripe, order: TokenizeOrder, methodId: string) {
  const { organizationId, partyId, reference } = order;
  const metadata = { organization_id: organizationId, party_id: partyId };
  const borrower = `customer:${organizationId}:${partyId}`;

  const known = order.customer ?? (await newCustomer(borrower));
  try {
    return { customer: known, setup: await newSetup(known, `${reference}:si`) };
  } catch (error) {
    if (!isCustomerGone(failureOf(error))) throw error;
  }
  // The customer was deleted at Stripe: the borrower gets a new one.
  const another = await newCustomer(`${borrower}:after:${known}`);
  return { customer: another, setup: await newSetup(another, `${reference}:si:${another}`) };

  async function newCustomer(key: string): Promise<string> {
    const create = (options: Stripe.RequestOptions) => stripe.customers.create({ metadata }, options);
    return (await sendIdempotently(key, TRIES, customerObject, create)).id;
  }

  function newSetup(customer: string, key: string) {
    const params: Stripe.SetupIntentCreateParams = {
      customer,
      payment_method: methodId,
      allowed_payment_method_types: ['card'],
      usage: 'off_session',
      confirm: true,
      metadata: { ...metadata, reference },
    };
    return sendIdempotently(key, TRIES, setupIntentObject, (options) => stripe.setupIntents.create(params, options));
  }
}

function isCustomerGone(failure: Failure): boolean {
  return failure.kind === 'fault' && failure.fault.code === 'resource_missing' && failure.fault.param === 'customer';
}

function cardMethod({ card, cardholderName, billingAddress }: TokenizeOrder): Stripe.PaymentMethodCreateParams {
  return {
    type: 'card',
    card: {
      number: card.number,
      exp_month: card.expirationMonth,
      exp_year: card.expirationYear,
      cvc: card.cvc,
    },
    billing_details: {
      name: cardholderName,
      address: {
        line1: billingAddress.line1,
        ...(billingAddress.line2 !== null && { line2: billingAddress.line2 }),
        city: billingAddress.city,
        ...(billingAddress.state !== null && { state: billingAddress.state }),
        ...(billingAddress.postalCode !== null && { postal_code: billingAddress.postalCode }),
        country: billingAddress.country,
      },
    },
  };
}

type SetupError = { readonly code?: string | undefined; readonly decline_code?: string | undefined } | null | undefined;

function outcomeOf(status: string, error: SetupError, tokenized: () => TokenizeOutcome): TokenizeOutcome {
  switch (status) {
    case 'succeeded':
      return tokenized();
    // The issuer requires the borrower to authenticate, but the borrower is not present.
    case 'requires_action':
      return { kind: 'declined', reason: 'authentication_required' };
    case 'requires_payment_method':
    case 'canceled':
      return {
        kind: 'declined',
        reason: shownReason(displayCode(error?.decline_code ?? error?.code, 'card_declined')),
      };
    default:
      return { kind: 'unavailable' };
  }
}

function stored(
  { id, card }: { id: string; card: { last4: string; exp_month: number; exp_year: number } },
  customer: string,
  cardBrand: CardBrand,
): TokenizeOutcome {
  return {
    kind: 'tokenized',
    token: id,
    customer,
    cardBrand,
    lastFour: card.last4,
    expirationMonth: card.exp_month,
    expirationYear: card.exp_year,
  };
}

export function failedTokenizing(failure: Failure): TokenizeOutcome {
  switch (failure.kind) {
    case 'declined':
      return { kind: 'declined', reason: shownReason(failure.code) };
    case 'not_carried_out':
    case 'rate_limited':
    case 'busy':
    case 'unclear':
      return { kind: 'unavailable' };
    case 'fault':
      return { kind: 'failed' };
  }
}
