import { cardRange } from '../../../core/contract/card-number.js';
import type { CardBrand, CardEntry } from '../port.js';

/** What the sandbox makes of a card: an instrument that always behaves the same when it is charged, or nothing. */
export type CardBehaviour =
  | { readonly kind: 'stores'; readonly instrument: string; readonly cardBrand: CardBrand }
  | { readonly kind: 'declines'; readonly reason: string }
  /** The request does not reach it. */
  | { readonly kind: 'unavailable' };

/** Test cards that do not simply work, after Stripe's: by number. */
const DECLINED: Readonly<Record<string, string>> = {
  '4000000000000002': 'generic_decline',
  '4000000000000069': 'expired_card',
  '4000000000000127': 'incorrect_cvc',
  '4000000000009995': 'insufficient_funds',
  // As of any processor that is asked to be discreet about them: lost, stolen.
  '4000000000009987': 'generic_decline',
  '4000000000009979': 'generic_decline',
};
const DECLINED_WHEN_CHARGED: Readonly<Record<string, string>> = { '4000000000000341': 'pm_card_chargeDeclined' };
const UNAVAILABLE = '4000000000000119';

/** Any other number of a brand that we take works: 4242 4242 4242 4242 has many friends. */
export function cardBehaviour({ number }: CardEntry): CardBehaviour {
  if (number === UNAVAILABLE) return { kind: 'unavailable' };
  const reason = DECLINED[number];
  if (reason !== undefined) return { kind: 'declines', reason };
  const cardBrand = cardRange(number)?.brand;
  if (cardBrand === undefined) return { kind: 'declines', reason: 'card_not_supported' };
  return { kind: 'stores', instrument: DECLINED_WHEN_CHARGED[number] ?? `pm_card_${cardBrand}`, cardBrand };
}
