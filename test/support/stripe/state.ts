import { randomBytes } from 'node:crypto';
import type { Card } from './cards.js';

export interface Customer {
  readonly id: string;
  readonly object: 'customer';
  readonly metadata: Readonly<Record<string, string>>;
}

export interface PaymentMethod {
  readonly id: string;
  readonly object: 'payment_method';
  readonly type: 'card';
  card: object;
  readonly billing_details: object;
  customer: string | null;
}

export interface Intent {
  readonly id: string;
  readonly object: 'setup_intent' | 'payment_intent';
  readonly customer: string;
  readonly payment_method: string | null;
  readonly amount?: number;
  readonly created?: number;
  readonly currency?: string;
  readonly metadata: Readonly<Record<string, string>>;
  status: string;
  last_setup_error?: object | null;
  last_payment_error?: object | null;
}

export interface Refund {
  readonly id: string;
  readonly object: 'refund';
  readonly payment_intent: string;
  /** Seconds. */
  readonly created: number;
  readonly amount: number;
  readonly metadata: Readonly<Record<string, string>>;
  status: string;
}

export interface Dispute {
  readonly id: string;
  readonly object: 'dispute';
  readonly payment_intent: string;
  readonly amount: number;
  readonly reason: string;
  readonly created: number;
  readonly evidence_details: { readonly due_by: number | null };
  status: string;
  balance_transactions: readonly { readonly amount: number; readonly fee: number }[];
}

export interface StripeEvent {
  readonly id: string;
  readonly object: 'event';
  readonly type: string;
  readonly created: number;
  readonly data: { readonly object: object };
}

/** The stand-in's data, each list in order of creation. A card's behavior depends on its method, not its number. */
export class StripeState {
  /** Milliseconds. */
  now = (): number => Date.now();
  readonly customers = new Map<string, Customer>();
  readonly paymentMethods = new Map<string, PaymentMethod>();
  readonly cards = new Map<string, Card>();
  readonly setupIntents = new Map<string, Intent>();
  readonly paymentIntents = new Map<string, Intent>();
  readonly refunds = new Map<string, Refund>();
  readonly disputes = new Map<string, Dispute>();
  readonly events = new Map<string, StripeEvent>();

  /** Methods that belong to a customer: those that can be charged. */
  get attached(): readonly PaymentMethod[] {
    return [...this.paymentMethods.values()].filter(({ customer }) => customer !== null);
  }

  /** Charges under a reference of ours. */
  taken(reference: string): readonly Intent[] {
    const intents = [...this.paymentIntents.values()];
    return intents.filter(({ metadata, status }) => metadata['reference'] === reference && status === 'succeeded');
  }
}

export const newStripeId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;
