import { SANDBOX_PROCESSOR_CODE } from '../../../../connectors/card-processors/sandbox/sandbox.js';
import type { Row } from '../insert-rows.js';

/** The displayable data of a stored instrument, and the sandbox processor's token for it; no card number exists. */
interface Instrument {
  readonly type: 'card' | 'bank_account' | 'wallet';
  readonly lastFour: string;
  readonly cardBrand?: string;
  readonly bankName?: string;
  /** In how many years from today a card expires. */
  readonly expiresInYears?: number;
  /** Null: migrated from another system; it cannot be charged. */
  readonly token: string | null;
}

/** Instruments of every kind. Tokens that the sandbox does not define always charge successfully. */
export const INSTRUMENTS = {
  visa: { type: 'card', lastFour: '4242', cardBrand: 'visa', expiresInYears: 3, token: 'pm_card_visa' },
  mastercard: {
    type: 'card',
    lastFour: '4444',
    cardBrand: 'mastercard',
    expiresInYears: 2,
    token: 'pm_card_mastercard',
  },
  amex: { type: 'card', lastFour: '8431', cardBrand: 'amex', expiresInYears: 4, token: 'pm_card_amex' },
  discover: { type: 'card', lastFour: '1117', cardBrand: 'discover', expiresInYears: 1, token: 'pm_card_discover' },
  diners: { type: 'card', lastFour: '0004', cardBrand: 'diners', expiresInYears: 2, token: 'pm_card_diners' },
  bank: { type: 'bank_account', lastFour: '6789', bankName: 'First Harbor Bank', token: 'pm_usBankAccount' },
  wallet: { type: 'wallet', lastFour: '3184', token: 'pm_wallet' },
  declining: {
    type: 'card',
    lastFour: '9995',
    cardBrand: 'visa',
    expiresInYears: 2,
    token: 'pm_card_chargeDeclinedInsufficientFunds',
  },
  lost: {
    type: 'card',
    lastFour: '9987',
    cardBrand: 'visa',
    expiresInYears: 1,
    token: 'pm_card_chargeDeclinedLostCard',
  },
  expired: {
    type: 'card',
    lastFour: '0069',
    cardBrand: 'mastercard',
    expiresInYears: -1,
    token: 'pm_card_chargeDeclinedExpiredCard',
  },
  imported: { type: 'bank_account', lastFour: '0351', bankName: 'Prairie Savings', token: null },
} as const satisfies Record<string, Instrument>;

export type InstrumentName = keyof typeof INSTRUMENTS;

export function instrumentOf(name: InstrumentName): Instrument {
  return INSTRUMENTS[name];
}

/** The instrument's columns of a payment method. */
export function instrumentColumns(name: InstrumentName, partyId: string, year: number): Row {
  const { type, lastFour, cardBrand, bankName, expiresInYears, token } = instrumentOf(name);
  return {
    instrument_type: type,
    last_four: lastFour,
    card_brand: cardBrand ?? null,
    expiration_month: expiresInYears === undefined ? null : 1 + (Number(lastFour) % 12),
    expiration_year: expiresInYears === undefined ? null : year + expiresInYears,
    bank_name: bankName ?? null,
    processor: token === null ? null : SANDBOX_PROCESSOR_CODE,
    processor_token: token,
    processor_customer: token === null ? null : `cus_${partyId}`,
  };
}
