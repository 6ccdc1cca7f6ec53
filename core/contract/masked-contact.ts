/*
 * Contact data as it is shown until it is revealed. The masked text is enough to compare with what a caller says, and
 * not enough to reach the person. Its length does not show the length of the value.
 */

const HIDDEN = '•••';

/** First letter and domain: `a•••@example.com`. A single letter before the @ is hidden too. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  if (at < 0) return HIDDEN;
  const [first = ''] = at > 1 ? email : '';
  return `${first}${HIDDEN}${email.slice(at)}`;
}

/** Digits that a telephone number must have at least to show its last two. */
const SHORTEST_PHONE = 7;

/** The last two digits: `•••42`. */
export function maskedPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return digits.length < SHORTEST_PHONE ? HIDDEN : `${HIDDEN}${digits.slice(-2)}`;
}

/** The state, or the country of an address abroad: `•••, NY`, `•••, DE`. */
export function maskedAddress({ state, country }: { readonly state: string | null; readonly country: string }): string {
  return `${HIDDEN}, ${country === 'US' && state !== null ? state : country}`;
}
