/** Words of a text as the server compares them: without case, accents and apostrophes. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f'’]/g, '')
    .toLowerCase();
}

/** Whether a text contains every word of what is sought, in any order. */
export function containsWords(text: string, sought: string): boolean {
  const words = folded(sought).split(/\s+/);
  return words.every((word) => folded(text).includes(word));
}

/** As the server: digits with the signs that people write in telephone numbers, and perhaps an extension. */
const PHONE = /^[+\d\s().,/#*-]+(?:ext\.?|x)?[\d\s]*$/i;
const LEAST_PHONE_DIGITS = 7;

/**
 * Whether a text may be a whole email address or telephone number. It is sought by equality, and only when the operator
 * asks for it: each such search is recorded.
 */
export function contactKindOf(text: string): 'email address' | 'telephone number' | undefined {
  if (/^\S+@\S+\.\S+$/.test(text)) return 'email address';
  const digits = text.replaceAll(/\D/g, '').length;
  return PHONE.test(text) && digits >= LEAST_PHONE_DIGITS ? 'telephone number' : undefined;
}

/** Whether a text can be sent while it is typed: part of an email address is not. */
export function isSentWhileTyped(text: string): boolean {
  return text.length >= LEAST_LETTERS && !text.includes('@');
}

const LEAST_LETTERS = 2;

/** Whether a text may be a name: the server takes any other one for contact data, and records the search. */
export function mayBeName(text: string): boolean {
  return /\p{L}/u.test(text) && !PHONE.test(text);
}
