/** A whole email address or telephone number, in the form in which contact data is compared. */
export interface ContactSearch {
  readonly kind: 'email' | 'phone';
  /** The address in lower case, or only the digits. */
  readonly value: string;
}

/** Characters that people use in a telephone number: digits, separators, and perhaps an extension. */
const PHONE_CHARACTERS = /^[+\d\s().,/#*-]+(?:ext\.?|x)?[\d\s]*$/i;

/**
 * The contact data in a search text; undefined if the text is a name. A text with an @ is an email address, one of
 * digits a telephone number. Both are compared only as a whole: if parts matched, a user who sees only whether there
 * is a match could find them out one character at a time.
 */
export function contactSearch(text: string): ContactSearch | undefined {
  const contact = text.trim();
  if (contact.includes('@')) return { kind: 'email', value: comparableEmail(contact) };
  const digits = contact.replaceAll(/[^0-9]/g, '');
  return digits !== '' && PHONE_CHARACTERS.test(contact) ? { kind: 'phone', value: digits } : undefined;
}

/** Email addresses are compared without regard to case. */
export function comparableEmail(address: string): string {
  return address.trim().toLowerCase();
}

/** The forms in which a telephone number may be stored: North American ones with and without the country code. */
export function phoneDigits(digits: string): readonly string[] {
  if (digits.length === 10) return [digits, `1${digits}`];
  return digits.length === 11 && digits.startsWith('1') ? [digits, digits.slice(1)] : [digits];
}
