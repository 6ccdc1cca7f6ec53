import Stripe from 'stripe';
import { type Dispute, newStripeId, type Refund, type StripeEvent, type StripeState } from './state.js';

export interface DisputeFacts {
  readonly status?: string;
  /** The disputed amount; less than the charge: a part of it. */
  readonly withdrawn?: number;
  readonly amount?: number;
  readonly created?: number;
}

/** Changes at Stripe made without Tributary: in its dashboard, and by borrowers' banks. */
export class StripeReturns {
  readonly #state: StripeState;
  readonly #now: () => number;

  /** @param now - seconds. */
  constructor(state: StripeState, now: () => number) {
    this.#state = state;
    this.#now = now;
  }

  dispute(intentId: string, facts: DisputeFacts = {}): Dispute {
    const intent = this.#state.paymentIntents.get(intentId);
    const amount = facts.amount ?? intent?.amount ?? 0;
    const created = facts.created ?? this.#now();
    const dispute: Dispute = {
      id: newStripeId('du'),
      object: 'dispute',
      payment_intent: intentId,
      amount,
      reason: 'fraudulent',
      created,
      evidence_details: { due_by: created + 7 * 86_400 },
      status: facts.status ?? 'needs_response',
      balance_transactions: [],
    };
    this.#state.disputes.set(dispute.id, dispute);
    const withdrawn = facts.withdrawn ?? amount;
    if (withdrawn > 0) dispute.balance_transactions = [{ amount: -withdrawn, fee: 1_500 }];
    return dispute;
  }

  /** Won: the bank returns the money. */
  win(dispute: Dispute): void {
    dispute.status = 'won';
    dispute.balance_transactions = [...dispute.balance_transactions, { amount: dispute.amount, fee: -1_500 }];
  }

  /** In the dashboard, without a reference of ours. */
  refund(intentId: string, amount?: number): Refund {
    const refund: Refund = {
      id: newStripeId('re'),
      object: 'refund',
      payment_intent: intentId,
      amount: amount ?? this.#state.paymentIntents.get(intentId)?.amount ?? 0,
      metadata: {},
      created: this.#now(),
      status: 'succeeded',
    };
    this.#state.refunds.set(refund.id, refund);
    return refund;
  }

  /** Stripe sends an event about it, and lists it. */
  event(type: string, object: object, created = this.#now()): StripeEvent {
    const event: StripeEvent = {
      id: newStripeId('evt'),
      object: 'event',
      type,
      created,
      data: { object: structuredClone(object) },
    };
    this.#state.events.set(event.id, event);
    return event;
  }
}

/** The header `Stripe-Signature`, by Stripe's own client. @param timestamp - in seconds. */
export function signatureOf(payload: string, secret: string, timestamp: number): string {
  return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
}
