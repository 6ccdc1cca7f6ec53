import type Stripe from 'stripe';
import { Temporal } from 'temporal-polyfill';
import { cents } from '../../../core/money.js';
import { type IsoInstant, isoInstant } from '../../../core/time/dates.js';
import type { Listed, ListedCharge, ListedRefund, ListRequest } from '../charge-listing-interface.js';
import { listedIntentObject, listedRefundObject } from './response-schemas.js';

const MOST_PER_PAGE = 100;

/** A page of the account's PaymentIntents, newest first; the order within a past day does not change. */
export async function listCharges(stripe: Stripe, request: ListRequest): Promise<Listed<ListedCharge>> {
  const { data, has_more: hasMore } = await stripe.paymentIntents.list(pageOf(request));
  const intents = data.map((one) => listedIntentObject.parse(one));
  const items = intents
    .filter(({ status }) => status === 'succeeded')
    .map(({ id, amount, metadata, created }) => ({
      externalId: id,
      organizationId: metadata['organization_id'] ?? null,
      reference: metadata['reference'] ?? null,
      amountCents: cents(amount),
      createdAt: instantOf(created),
    }));
  return { kind: 'listed', items, next: hasMore ? (intents.at(-1)?.id ?? null) : null };
}

/** A page of the account's refunds, newest first. A failed refund returned no money. */
export async function listRefunds(stripe: Stripe, request: ListRequest): Promise<Listed<ListedRefund>> {
  const { data, has_more: hasMore } = await stripe.refunds.list(pageOf(request));
  const refunds = data.map((one) => listedRefundObject.parse(one));
  const items = refunds.flatMap(({ id, status, payment_intent: charge, amount, created }) =>
    status === 'failed' || status === 'canceled' || charge === null
      ? []
      : [{ externalId: id, chargeExternalId: charge, amountCents: cents(amount), createdAt: instantOf(created) }],
  );
  return { kind: 'listed', items, next: hasMore ? (refunds.at(-1)?.id ?? null) : null };
}

function pageOf({ from, to, after }: ListRequest) {
  const created = { gte: secondsOf(from), lt: secondsOf(to) };
  return { created, limit: MOST_PER_PAGE, ...(after !== null && { starting_after: after }) };
}

/** Stripe's timestamps are whole seconds. */
function secondsOf(instant: IsoInstant): number {
  return Math.floor(Temporal.Instant.from(instant).epochMilliseconds / 1_000);
}

function instantOf(seconds: number): IsoInstant {
  return isoInstant(Temporal.Instant.fromEpochMilliseconds(seconds * 1_000));
}
