import { type Answer, cardError } from './answers.js';

/** The behavior of Stripe's test numbers: when a method is created, set up, and charged. */
export interface Card {
  readonly brand: string;
  readonly last4: string;
  readonly setup: 'succeeds' | 'requires_action' | { readonly declines: string };
  readonly charge: 'succeeds' | { readonly declines: string };
}

const SETUP: Readonly<Record<string, Card['setup']>> = {
  '4000000000000002': { declines: 'generic_decline' },
  '4000000000009995': { declines: 'insufficient_funds' },
  '4000000000009987': { declines: 'lost_card' },
  '4000000000009979': { declines: 'stolen_card' },
  '4000000000000069': { declines: 'expired_card' },
  '4000000000000127': { declines: 'incorrect_cvc' },
  '4000000000000119': { declines: 'processing_error' },
  '4000002760003184': 'requires_action',
};

/** The one that can be attached and is declined afterwards. */
const CHARGE: Readonly<Record<string, Card['charge']>> = { '4000000000000341': { declines: 'generic_decline' } };

const BRANDS: readonly (readonly [RegExp, string])[] = [
  [/^4/, 'visa'],
  [/^(5|2)/, 'mastercard'],
  [/^3[47]/, 'amex'],
  [/^62/, 'unionpay'],
  [/^6/, 'discover'],
  [/^35/, 'jcb'],
  [/^3/, 'diners'],
];

export function cardOf(number: string): Card {
  const brand = BRANDS.find(([begins]) => begins.test(number))?.[1] ?? 'unknown';
  const [setup, charge] = [SETUP[number] ?? 'succeeds', CHARGE[number] ?? 'succeeds'];
  return { brand, last4: number.slice(-4), setup, charge };
}

export function passesLuhn(number: string): boolean {
  const digits = [...number].reverse().map(Number);
  const sum = digits.reduce((total, digit, at) => total + (at % 2 === 0 ? digit : (digit * 2) % 9 || (digit && 9)), 0);
  return /^\d{12,19}$/.test(number) && sum % 10 === 0;
}

/** Declines with their own code have it as the error's code; the issuer's other reasons are `card_declined`. */
const OWN_CODE = new Set(['expired_card', 'incorrect_cvc', 'processing_error', 'authentication_required']);

export function declined(reason: string, intent: object = {}): Answer {
  const code = OWN_CODE.has(reason) ? reason : 'card_declined';
  return cardError(code, { decline_code: reason, ...intent });
}
