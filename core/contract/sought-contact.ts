/** A whole email address or telephone number, as contact data is compared. */
export interface SoughtContact {
  readonly kind: 'email' | 'phone';
  /** The address in lower case, or the digits alone. */
  readonly value: string;
}

/** What people type in a telephone number: digits, separators, and perhaps an extension. */
const PHONE_CHARACTERS = /^[+\d\s().,/#*-]+(?:ext\.?|x)?[\d\s]*$/i;

/**
 * Which contact data a search text asks for; undefined where it asks for a name. A text with an @ is an email address, and one of
 * digits is a telephone number. Both are only ever compared as a whole: compared in parts, they could be read out one character at
 * a time by whoever sees only whether there was a match.
 */
export function soughtContact(text: string): SoughtContact | undefined {
  const sought = text.trim();
  if (sought.includes('@')) return { kind: 'email', value: comparableEmail(sought) };
  const digits = sought.replaceAll(/[^0-9]/g, '');
  return digits !== '' && PHONE_CHARACTERS.test(sought) ? { kind: 'phone', value: digits } : undefined;
}

/** Email addresses are compared without regard to case. */
export function comparableEmail(address: string): string {
  return address.trim().toLowerCase();
}

/** The digits that a telephone number may have been saved with: numbers of North America with their country code, and without. */
export function phoneDigits(digits: string): readonly string[] {
  if (digits.length === 10) return [digits, `1${digits}`];
  return digits.length === 11 && digits.startsWith('1') ? [digits, digits.slice(1)] : [digits];
}
