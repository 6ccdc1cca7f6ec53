import { holdsCardNumber, mayHoldCardNumber } from './card-text.js';
import { text } from './text.js';

/** A card's number that was put into the wrong field goes no further, and is not answered either. */
const NO_CARD = { message: 'must not hold a card’s number', params: { isSecret: true } };

/** Text that is stored or handed on. It is never refused for its digits alone. */
export function harmless(limits: Parameters<typeof text>[0]) {
  return text(limits).refine((value) => !holdsCardNumber(value), NO_CARD);
}

/** The same beside a card that is captured, which is sign enough. */
export function harmlessBesideCard(limits: Parameters<typeof text>[0]) {
  return text(limits).refine((value) => !mayHoldCardNumber(value), NO_CARD);
}
