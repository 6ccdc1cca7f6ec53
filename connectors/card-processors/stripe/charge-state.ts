import type Stripe from 'stripe';
import { Temporal } from 'temporal-polyfill';
import { CARD_BRANDS } from '../../../core/cards/card-number.js';
import type { DisputeStatus } from '../../../core/contract/dispute-statuses.js';
import { cents } from '../../../core/money.js';
import { type IsoInstant, isoInstant } from '../../../core/time/dates.js';
import type {
  ChargeDispute,
  ChargeRefund,
  FoundCard,
  FoundChargeState,
  Unavailable,
} from '../charge-queries-interface.js';
import { displayCode, type Failure } from './failure.js';
import {
  type DisputeObject,
  disputeObject,
  paymentIntentObject,
  type ReturnedRefundObject,
  returnedRefundObject,
  storedMethodObject,
} from './response-schemas.js';

const MOST_PER_PAGE = 100;

/** The current state of a PaymentIntent, with all its refunds and disputes. */
export async function readChargeState(stripe: Stripe, chargeExternalId: string): Promise<FoundChargeState> {
  const intent = paymentIntentObject.parse(await stripe.paymentIntents.retrieve(chargeExternalId));
  const listed = { payment_intent: chargeExternalId, limit: MOST_PER_PAGE };
  const refunds: ChargeRefund[] = [];
  for await (const refund of stripe.refunds.list(listed)) refunds.push(asRefund(returnedRefundObject.parse(refund)));
  const disputes: ChargeDispute[] = [];
  for await (const dispute of stripe.disputes.list(listed)) disputes.push(asDispute(disputeObject.parse(dispute)));
  const { organization_id: organizationId = null, reference = null } = intent.metadata;
  const standing = { organizationId, reference, amountCents: cents(intent.amount), refunds, disputes };
  return { kind: 'found', standing };
}

export async function storedCard(stripe: Stripe, token: string): Promise<FoundCard> {
  const method = storedMethodObject.parse(await stripe.paymentMethods.retrieve(token, { expand: ['customer'] }));
  const { brand, last4: lastFour, exp_month: expirationMonth, exp_year: expirationYear } = method.card;
  const organizationId = method.customer?.metadata?.['organization_id'] ?? null;
  const cardBrand = CARD_BRANDS.find((known) => known === brand) ?? null;
  return { kind: 'found', card: { organizationId, cardBrand, lastFour, expirationMonth, expirationYear } };
}

/** Absent only if Stripe reports that the requested object itself does not exist. */
export function failedReading(failure: Failure): { readonly kind: 'absent' } | Unavailable {
  const isGone = failure.kind === 'fault' && failure.fault.code === 'resource_missing';
  return isGone ? { kind: 'absent' } : failedAsking(failure);
}

/**
 * A query that Stripe rejects as invalid, for example because the key lacks a permission, does not count as an outage
 * of Stripe.
 */
export function failedAsking({ kind }: Failure): Unavailable {
  return { kind: 'unavailable', ...(kind === 'fault' && { isWell: true }) };
}

function asRefund({ id, amount, status, created }: ReturnedRefundObject): ChargeRefund {
  return {
    externalId: id,
    amountCents: cents(amount),
    createdAt: instantOf(created),
    isRefunded: status === 'succeeded',
  };
}

/** Stripe's statuses; an appeal is the same dispute under review again. */
const STATUSES: Readonly<Record<string, DisputeStatus>> = {
  warning_needs_response: 'inquiry_needs_response',
  warning_under_review: 'inquiry_under_review',
  warning_closed: 'inquiry_closed',
  prevented: 'inquiry_closed',
  needs_response: 'needs_response',
  under_review: 'under_review',
  appeal_needs_response: 'needs_response',
  appeal_under_review: 'under_review',
  won: 'won',
  lost: 'lost',
};

function asDispute(dispute: DisputeObject): ChargeDispute {
  const status = STATUSES[dispute.status] ?? 'under_review';
  const withdrawn = dispute.balance_transactions.reduce((sum, { amount }) => sum - amount, 0);
  const dueBy = dispute.evidence_details?.due_by;
  return {
    externalId: dispute.id,
    status,
    reason: displayCode(dispute.reason, 'general'),
    amountCents: cents(dispute.amount),
    // The money of a won dispute may arrive a little after the decision.
    withdrawnCents: cents(status === 'won' ? 0 : Math.max(0, withdrawn)),
    evidenceDueBy: dueBy === null || dueBy === undefined ? null : instantOf(dueBy),
    openedAt: instantOf(dispute.created),
  };
}

function instantOf(seconds: number): IsoInstant {
  return isoInstant(Temporal.Instant.fromEpochMilliseconds(seconds * 1_000));
}
