import { statement } from '../../../core/db/statement.js';
import { METHOD_COLUMNS, type PaymentMethodRow } from '../payment-method/payment-method.store.js';

type CapturedMethod = {
  captureId: string;
  nickname: string | null;
  holderName: string;
  lastFour: string;
  cardBrand: string;
  expirationMonth: number;
  expirationYear: number;
  processor: string;
  token: string;
  customer: string | null;
  isDefault: boolean;
};

/** The payment method that a capture was for, under the capture's id. */
export const insertCapturedMethod = statement<CapturedMethod, PaymentMethodRow>({
  name: 'payment_method.insert_captured',
  text: ({ p, scope }) => `
    insert into payment_method as m (id, organization_id, party_id, instrument_type, nickname, holder_name, last_four,
      card_brand, expiration_month, expiration_year, processor, processor_token, processor_customer, is_default)
    select c.id, c.organization_id, c.party_id, 'card', ${p.nickname}::text, ${p.holderName}::text, ${p.lastFour}::text,
           ${p.cardBrand}::card_brand, ${p.expirationMonth}::int, ${p.expirationYear}::int, ${p.processor}::text,
           ${p.token}::text, ${p.customer}::text, ${p.isDefault}::boolean
      from card_capture c where c.id = ${p.captureId} and ${scope('c.organization_id')}
    returning ${METHOD_COLUMNS}`,
});

/** Of two captures that both become a borrower's default one waits here, so that the later one is it. */
export const lockParty = statement<{ partyId: string }, { partyId: string }>({
  name: 'card_capture.lock_party',
  text: ({ p, scope }) => `
    select b.id as "partyId" from person b
     where b.id = ${p.partyId} and ${scope('b.organization_id')} for no key update`,
});

export const clearDefault = statement<{ partyId: string }, { id: string }>({
  name: 'payment_method.clear_default',
  text: ({ p, scope }) => `
    update payment_method set is_default = false
     where party_id = ${p.partyId} and is_default and ${scope('organization_id')}
    returning id`,
});
