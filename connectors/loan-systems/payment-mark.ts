import { isId } from '../../core/ids/ids.js';

/** Names a payment's id in the note of its posting, after the lender's own text. */
const MARK = /\btributary-payment:(\w+)/g;

/** @param most - the system's limit of a note */
export function withPaymentMark(text: string | null, paymentId: string | undefined, most: number): string | null {
  if (paymentId === undefined) return text === null || text === '' ? null : text.slice(0, most);
  const mark = `tributary-payment:${paymentId}`;
  if (text === null || text === '') return mark;
  return `${text.slice(0, most - mark.length - 1)} ${mark}`;
}

/** The payment's id; null for a note without one. Only the last mark is ours: the lender's text may look like one. */
export function paymentMarkOf(note: string | undefined): string | null {
  const id = [...(note ?? '').matchAll(MARK)].at(-1)?.[1] ?? '';
  return isId(id) ? id : null;
}
