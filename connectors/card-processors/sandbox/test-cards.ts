import { cardRange } from '../../../core/cards/card-number.js';
import type { CardBrand, CardEntry } from '../port.js';

/** The sandbox's reaction to a card: an instrument that always behaves the same when it is charged, or a refusal. */
export type CardBehaviour =
  | { readonly kind: 'stores'; readonly instrument: string; readonly cardBrand: CardBrand }
  | { readonly kind: 'declines'; readonly reason: string }
  /** The request does not reach the sandbox. */
  | { readonly kind: 'unavailable' };

interface TestCard {
  /** Name among the SDK's constants. */
  readonly name: string;
  /** Without it, the card is captured and charged successfully. */
  readonly does?: { readonly instrument: string } | { readonly declined: string } | 'is unavailable';
  /** What an integrator sees, in Markdown: the guide, the API and the SDK use this text. */
  readonly description: string;
}

/** Test cards by number, modelled on Stripe's. */
export const TEST_CARDS = {
  '4242424242424242': {
    name: 'succeeds',
    description: '201; every charge succeeds. So does any other number of a brand',
  },
  '4000000000000002': {
    name: 'declined',
    does: { declined: 'generic_decline' },
    description: '422 `card_declined`, reason `generic_decline`',
  },
  '4000000000000069': {
    name: 'expired',
    does: { declined: 'expired_card' },
    description: '422 `card_declined`, reason `expired_card`',
  },
  '4000000000000127': {
    name: 'incorrect_cvc',
    does: { declined: 'incorrect_cvc' },
    description: '422 `card_declined`, reason `incorrect_cvc`',
  },
  '4000000000009995': {
    name: 'insufficient_funds',
    does: { declined: 'insufficient_funds' },
    description: '422 `card_declined`, reason `insufficient_funds`',
  },
  // Any processor gives a generic code when it is asked not to reveal these reasons.
  '4000000000009987': {
    name: 'lost',
    does: { declined: 'generic_decline' },
    description: 'lost: 422 `card_declined`, reason `generic_decline`',
  },
  '4000000000009979': {
    name: 'stolen',
    does: { declined: 'generic_decline' },
    description: 'stolen: 422 `card_declined`, reason `generic_decline`',
  },
  '4000000000000119': {
    name: 'unavailable',
    does: 'is unavailable',
    description: '502 `tokenization_failed`, `retryable`; nothing is stored',
  },
  '4000000000000341': {
    name: 'charge_declined',
    does: { instrument: 'pm_card_chargeDeclined' },
    description: '201; every charge of autopay is declined',
  },
  '4000000000000705': {
    name: 'charge_unconfirmed',
    does: { instrument: 'pm_sandbox_unconfirmed_charged' },
    description:
      '201; every charge succeeds, and its answer is lost: the run is `charging`, and `posted` a few seconds later',
  },
  '4000000000000713': {
    name: 'charge_lost',
    does: { instrument: 'pm_sandbox_unconfirmed_lost' },
    description:
      '201; every charge is lost on its way: the run is `charging`, and `failed` after five tries, about twenty seconds later',
  },
  '4000000000000259': {
    name: 'dispute_lost',
    does: { instrument: 'pm_card_createDispute' },
    description:
      '201; every charge succeeds, is disputed a minute later, and the dispute is lost two minutes after that',
  },
  '4000000000002685': {
    name: 'dispute_won',
    does: { instrument: 'pm_card_createDisputeProductNotReceived' },
    description:
      '201; every charge succeeds, is disputed a minute later, and the dispute is won two minutes after that',
  },
  '4000000000001976': {
    name: 'inquiry',
    does: { instrument: 'pm_card_createDisputeInquiry' },
    description: '201; every charge succeeds; a minute later the bank inquires about it, without taking money',
  },
  '4000000000007726': {
    name: 'refunded',
    does: { instrument: 'pm_sandbox_refunded' },
    description: '201; every charge succeeds, and is refunded a minute later, as in the processor’s dashboard',
  },
} as const satisfies Record<string, TestCard>;

/** Any other number of an accepted brand succeeds: 4242 4242 4242 4242 and many more. */
export function cardBehaviour({ number }: Pick<CardEntry, 'number'>): CardBehaviour {
  const does = doneBy(number);
  if (does === 'is unavailable') return { kind: 'unavailable' };
  if (does !== undefined && 'declined' in does) return { kind: 'declines', reason: does.declined };
  const cardBrand = cardRange(number)?.brand;
  if (cardBrand === undefined) return { kind: 'declines', reason: 'card_not_supported' };
  return { kind: 'stores', instrument: does?.instrument ?? `pm_card_${cardBrand}`, cardBrand };
}

function doneBy(number: string): TestCard['does'] {
  const known: Readonly<Record<string, TestCard>> = TEST_CARDS;
  return Object.hasOwn(known, number) ? known[number]?.does : undefined;
}
