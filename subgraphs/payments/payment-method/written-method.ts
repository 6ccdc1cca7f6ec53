import type { WrittenAnswer } from '../../../core/errors/problem.js';
import { written } from '../../../core/errors/written.js';
import type { PaymentMethodRow } from './payment-method.store.js';

/** A stored instrument as capturing it answers: as the document that reads one over REST; a test holds both together. */
export function writtenMethod(method: PaymentMethodRow): WrittenAnswer {
  return written(201, {
    id: method.id,
    party_id: method.partyId,
    instrument_type: method.instrumentType,
    nickname: method.nickname,
    holder_name: method.holderName,
    last_four: method.lastFour,
    card_brand: method.cardBrand,
    expiration_month: method.expirationMonth,
    expiration_year: method.expirationYear,
    bank_name: method.bankName,
    is_active: method.isActive,
  });
}
