/** What the sandbox does when an instrument is charged. */
export type ChargeBehaviour =
  | { readonly kind: 'charges'; readonly later?: LaterOutcome }
  | { readonly kind: 'declines'; readonly code: string; readonly isHard: boolean }
  /** The request does not reach the sandbox. */
  | { readonly kind: 'unreachable' }
  /** The sandbox charges, but its answer is lost. */
  | { readonly kind: 'charges_unconfirmed' }
  /** The request is lost on the way, so its outcome is unknown. */
  | { readonly kind: 'lost' };

/** What happens to a charge later. */
export type LaterOutcome = 'dispute_lost' | 'dispute_won' | 'inquiry' | 'refunded';

const later = (what: LaterOutcome) => ({ kind: 'charges', later: what }) as const;
const soft = (code: string) => ({ kind: 'declines', code, isHard: false }) as const;
const hard = (code: string) => ({ kind: 'declines', code, isHard: true }) as const;

/**
 * Test instruments by token, modelled on Stripe's test payment methods: each always behaves the same; all others charge
 * successfully.
 */
export const TEST_INSTRUMENTS: Readonly<Record<string, ChargeBehaviour>> = {
  pm_card_visa: { kind: 'charges' },
  pm_card_chargeDeclined: soft('generic_decline'),
  pm_card_chargeDeclinedInsufficientFunds: soft('insufficient_funds'),
  pm_card_chargeDeclinedLostCard: hard('lost_card'),
  pm_card_chargeDeclinedStolenCard: hard('stolen_card'),
  pm_card_chargeDeclinedExpiredCard: hard('expired_card'),
  pm_card_createDispute: later('dispute_lost'),
  pm_card_createDisputeProductNotReceived: later('dispute_won'),
  pm_card_createDisputeInquiry: later('inquiry'),
  pm_sandbox_refunded: later('refunded'),
  pm_sandbox_unreachable: { kind: 'unreachable' },
  pm_sandbox_unconfirmed_charged: { kind: 'charges_unconfirmed' },
  pm_sandbox_unconfirmed_lost: { kind: 'lost' },
};

/** Tokens of captured cards: they contain the card's behaviour and the reference with which they were made. */
const CAPTURED = /^(pm_.+)_[0-9A-Z]{26}$/;

/**
 * The same token for the same reference, so that an instrument is unique without being stored; it contains no part of
 * the card number.
 */
export function capturedToken(instrument: string, reference: string): string {
  return `${instrument}_${reference}`;
}

export function behaviourOf(token: string): ChargeBehaviour {
  const instrument = CAPTURED.exec(token)?.[1] ?? token;
  return Object.entries(TEST_INSTRUMENTS).find(([known]) => known === instrument)?.[1] ?? { kind: 'charges' };
}
