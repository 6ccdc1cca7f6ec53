/**
 * Decline codes after which the same card is not charged again: the card is gone, or its holder or the network refused
 * for good (docs.stripe.com/declines/codes, and the codes at which Stripe's own retries stop). After any other code the
 * card may work later.
 */
const FINAL: ReadonlySet<string> = new Set([
  'authentication_required',
  'card_not_supported',
  'currency_not_supported',
  'do_not_try_again',
  'expired_card',
  'fraudulent',
  'highest_risk_level',
  'incorrect_number',
  'invalid_account',
  'invalid_expiry_month',
  'invalid_expiry_year',
  'invalid_number',
  'lost_card',
  'merchant_blacklist',
  'new_account_information_available',
  'pickup_card',
  'restricted_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'stolen_card',
  'stop_payment_order',
  'testmode_decline',
  'transaction_not_allowed',
]);

export function isFinalDecline(code: string): boolean {
  return FINAL.has(code);
}

/** Reasons that Stripe asks merchants not to reveal to the cardholder. */
const DISCREET: ReadonlySet<string> = new Set([
  'fraudulent',
  'highest_risk_level',
  'lost_card',
  'merchant_blacklist',
  'pickup_card',
  'stolen_card',
]);

/** The decline reason that a capture may show. */
export function shownReason(code: string): string {
  return DISCREET.has(code) ? 'generic_decline' : code;
}
