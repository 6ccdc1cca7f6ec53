import { holdsCardNumber, namesCardNumber } from './card-number.js';
import { text } from './text.js';

/** A card's number that was typed into the wrong field goes no further, and is not answered either. */
const NO_CARD = { message: 'must not hold a card’s number', params: { isSecret: true } };

/** Text that people type, and that is stored or handed on. */
export function harmless(limits: Parameters<typeof text>[0]) {
  return text(limits).refine((value) => !holdsCardNumber(value), NO_CARD);
}

/** A reference that a machine made: a card's number in it stands by itself, and digits that meet in a UUID are none. */
export function harmlessReference(limits: Parameters<typeof text>[0]) {
  return text(limits).refine((value) => !namesCardNumber(value), NO_CARD);
}
