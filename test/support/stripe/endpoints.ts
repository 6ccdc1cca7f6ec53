import { type Answer, cardError, invalid, missing, ok } from './answers.js';
import { cardOf, declined, passesLuhn } from './cards.js';
import { type Intent, newStripeId, type PaymentMethod, type Refund, type StripeState } from './state.js';

/** Form fields by their names as received: `card[number]`. */
export type Fields = ReadonlyMap<string, string>;
type Endpoint = (state: StripeState, fields: Fields) => Answer;

const nested = (name: string) => new RegExp(`^${name}\\[[a-z0-9_]+\\](\\[[a-z0-9_]+\\])?$`);

const PAGING = ['limit', 'starting_after', nested('created')];

/** Endpoints by method and path, with their known parameters: any other parameter is refused, as at Stripe. */
export const ENDPOINTS: Readonly<
  Record<string, { readonly takes: readonly (string | RegExp)[]; readonly does: Endpoint }>
> = {
  'POST /v1/customers': { takes: ['name', 'email', nested('metadata')], does: createCustomer },
  'POST /v1/payment_methods': {
    takes: ['type', /^card\[(number|exp_month|exp_year|cvc)\]$/, nested('billing_details'), nested('metadata')],
    does: createPaymentMethod,
  },
  'POST /v1/setup_intents': {
    takes: [
      'customer',
      'payment_method',
      'usage',
      'confirm',
      /^allowed_payment_method_types\[\d+\]$/,
      nested('metadata'),
    ],
    does: createSetupIntent,
  },
  'POST /v1/payment_intents': {
    takes: [
      'amount',
      'currency',
      'customer',
      'payment_method',
      'off_session',
      'confirm',
      'description',
      /^allowed_payment_method_types\[\d+\]$/,
      nested('metadata'),
    ],
    does: createPaymentIntent,
  },
  'GET /v1/payment_intents': {
    takes: ['customer', 'limit', 'starting_after', nested('created')],
    does: listPaymentIntents,
  },
  'POST /v1/refunds': { takes: ['payment_intent', 'amount', nested('metadata')], does: createRefund },
  'GET /v1/refunds': { takes: [...PAGING, 'payment_intent'], does: listRefunds },
  'GET /v1/disputes': { takes: [...PAGING, 'payment_intent'], does: listDisputes },
  'GET /v1/events': { takes: [...PAGING, /^types\[\d+\]$/], does: listEvents },
};

export function unknownField(takes: readonly (string | RegExp)[], fields: Fields): Answer | undefined {
  for (const name of fields.keys()) {
    if (/^payment_method_types\[/.test(name)) {
      return invalid('payment_method_types was removed', { code: 'payment_method_types_no_longer_supported' });
    }
    if (takes.some((known) => (typeof known === 'string' ? known === name : known.test(name)))) continue;
    return invalid(`Received unknown parameter: ${name}`, { code: 'parameter_unknown', param: name });
  }
  return undefined;
}

function createCustomer(state: StripeState, fields: Fields): Answer {
  const customer = { id: newStripeId('cus'), object: 'customer', metadata: metadataOf(fields) } as const;
  state.customers.set(customer.id, customer);
  return ok(customer);
}

function createPaymentMethod(state: StripeState, fields: Fields): Answer {
  const number = fields.get('card[number]') ?? '';
  if (fields.get('type') !== 'card') return invalid('Missing required param: type.', { param: 'type' });
  if (!passesLuhn(number)) return cardError('incorrect_number', { param: 'number' });
  const expires = [Number(fields.get('card[exp_month]')), Number(fields.get('card[exp_year]'))] as const;
  if (!(expires[0] >= 1 && expires[0] <= 12)) return cardError('invalid_expiry_month', { param: 'exp_month' });
  if (!(expires[1] >= 2000)) return cardError('invalid_expiry_year', { param: 'exp_year' });
  if (!/^\d{3,4}$/.test(fields.get('card[cvc]') ?? '')) return cardError('invalid_cvc', { param: 'cvc' });
  const country = fields.get('billing_details[address][country]');
  if (country !== undefined && !/^[A-Z]{2}$/.test(country)) return invalid('Country is unknown', { param: 'country' });
  const card = cardOf(number);
  const method: PaymentMethod = {
    id: newStripeId('pm'),
    object: 'payment_method',
    type: 'card',
    customer: null,
    card: { brand: card.brand, last4: card.last4, exp_month: expires[0], exp_year: expires[1], funding: 'credit' },
    billing_details: Object.fromEntries([...fields].filter(([name]) => name.startsWith('billing_details['))),
  };
  state.paymentMethods.set(method.id, method);
  state.cards.set(method.id, card);
  return ok(method);
}

function createSetupIntent(state: StripeState, fields: Fields): Answer {
  const [customer, methodId] = [fields.get('customer') ?? '', fields.get('payment_method') ?? ''];
  const [method, card] = [state.paymentMethods.get(methodId), state.cards.get(methodId)];
  if (!state.customers.has(customer)) return missing('customer', customer, 'customer');
  if (method === undefined || card === undefined) return missing('PaymentMethod', methodId, 'payment_method');
  if (method.customer !== null && method.customer !== customer) {
    return invalid('The payment method belongs to another customer.', { param: 'payment_method' });
  }
  if (fields.get('confirm') !== 'true') return invalid('The stand-in only confirms.', { param: 'confirm' });
  const intent: Intent = {
    id: newStripeId('seti'),
    object: 'setup_intent',
    customer,
    payment_method: methodId,
    metadata: metadataOf(fields),
    status: 'succeeded',
    last_setup_error: null,
  };
  state.setupIntents.set(intent.id, intent);
  if (typeof card.setup === 'object') {
    intent.status = 'requires_payment_method';
    return declined(card.setup.declines, { setup_intent: intent });
  }
  if (card.setup === 'requires_action') return ok({ ...intent, status: 'requires_action' });
  method.customer = customer;
  return ok(intent);
}

function createPaymentIntent(state: StripeState, fields: Fields): Answer {
  const [customer, methodId] = [fields.get('customer') ?? '', fields.get('payment_method') ?? ''];
  const [method, card] = [state.paymentMethods.get(methodId), state.cards.get(methodId)];
  const amount = Number(fields.get('amount'));
  if (!Number.isSafeInteger(amount)) return invalid('Invalid integer', { param: 'amount' });
  if (amount < 50) return invalid('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' });
  if (fields.get('currency') !== 'usd') return invalid('Missing required param: currency.', { param: 'currency' });
  if (!state.customers.has(customer)) return missing('customer', customer, 'customer');
  if (method === undefined || card === undefined) return missing('PaymentMethod', methodId, 'payment_method');
  if (method.customer !== customer)
    return invalid('The PaymentMethod is not the customer’s.', { param: 'payment_method' });
  if (fields.get('off_session') !== 'true' || fields.get('confirm') !== 'true') return invalid('off session only');
  const intent: Intent = {
    id: newStripeId('pi'),
    object: 'payment_intent',
    customer,
    payment_method: methodId,
    amount,
    created: nowInSeconds(state),
    currency: 'usd',
    metadata: metadataOf(fields),
    status: 'succeeded',
    last_payment_error: null,
  };
  state.paymentIntents.set(intent.id, intent);
  if (typeof card.charge === 'object') return declineCharge(intent, card.charge.declines);
  return ok(intent);
}

/** Leaves the intent as Stripe does: waiting for another method, with its error. */
export function declineCharge(intent: Intent, reason: string): Answer {
  intent.status = 'requires_payment_method';
  intent.last_payment_error = { type: 'card_error', code: 'card_declined', decline_code: reason };
  return declined(reason, { payment_intent: intent });
}

function listPaymentIntents(state: StripeState, fields: Fields): Answer {
  const customer = fields.get('customer');
  if (customer !== undefined && !state.customers.has(customer)) return missing('customer', customer, 'customer');
  const intents = [...state.paymentIntents.values()];
  const found = intents.filter((intent) => customer === undefined || intent.customer === customer);
  return page('/v1/payment_intents', found.filter(isCreated(fields)), fields);
}

function createRefund(state: StripeState, fields: Fields): Answer {
  const id = fields.get('payment_intent') ?? '';
  const intent = state.paymentIntents.get(id);
  if (intent === undefined) return missing('payment_intent', id, 'payment_intent');
  if (intent.status !== 'succeeded') return invalid('Not charged.', { code: 'payment_intent_unexpected_state' });
  if ([...state.disputes.values()].some((dispute) => dispute.payment_intent === id && dispute.status !== 'won')) {
    return invalid('The charge is disputed.', { code: 'charge_disputed' });
  }
  if ([...state.refunds.values()].some((refund) => refund.payment_intent === id && refund.status !== 'failed')) {
    return invalid('The charge has already been refunded.', { code: 'charge_already_refunded' });
  }
  const refund: Refund = {
    id: newStripeId('re'),
    object: 'refund',
    payment_intent: id,
    amount: intent.amount ?? 0,
    created: nowInSeconds(state),
    metadata: metadataOf(fields),
    status: 'succeeded',
  };
  state.refunds.set(refund.id, refund);
  return ok(refund);
}

function listRefunds(state: StripeState, fields: Fields): Answer {
  const id = fields.get('payment_intent');
  if (id !== undefined && !state.paymentIntents.has(id)) return missing('payment_intent', id, 'payment_intent');
  return page('/v1/refunds', ofIntent([...state.refunds.values()], fields), fields);
}

function listDisputes(state: StripeState, fields: Fields): Answer {
  return page('/v1/disputes', ofIntent([...state.disputes.values()], fields), fields);
}

/** Stripe takes twenty types at most. */
function listEvents(state: StripeState, fields: Fields): Answer {
  const types = [...fields].filter(([name]) => name.startsWith('types[')).map(([, type]) => type);
  if (types.length > 20) return invalid('Too many types', { param: 'types' });
  return page(
    '/v1/events',
    ofIntent(
      [...state.events.values()].filter(({ type }) => types.includes(type)),
      fields,
    ),
    fields,
  );
}

/** Within the requested seconds. */
function isCreated(fields: Fields): (one: { readonly created?: number }) => boolean {
  const from = Number(fields.get('created[gte]') ?? 0);
  const before = Number(fields.get('created[lt]') ?? Number.POSITIVE_INFINITY);
  return ({ created = 0 }) => created >= from && created < before;
}

function nowInSeconds(state: StripeState): number {
  return Math.floor(state.now() / 1_000);
}

function ofIntent<T extends { readonly created: number; readonly payment_intent?: string }>(
  listed: readonly T[],
  fields: Fields,
): readonly (T & { readonly id: string })[] {
  const intent = fields.get('payment_intent');
  return listed
    .filter(isCreated(fields))
    .filter((one): one is T & { readonly id: string } => intent === undefined || one.payment_intent === intent);
}

/** Newest first. */
function page(url: string, oldestFirst: readonly { readonly id: string }[], fields: Fields): Answer {
  const rows = oldestFirst.toReversed();
  const from = rows.findIndex(({ id }) => id === fields.get('starting_after')) + 1;
  const limit = Number(fields.get('limit') ?? 10);
  const data = rows.slice(from, from + limit);
  return ok({ object: 'list', url, has_more: from + limit < rows.length, data });
}

function metadataOf(fields: Fields): Record<string, string> {
  const found = [...fields].flatMap(([name, value]) => {
    const key = /^metadata\[(.+)\]$/.exec(name)?.[1];
    return key === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(found);
}
