import { ERASED_TEXT, erasedAddress } from '../../../../core/erasure/erased-placeholders-and-digests.js';
import { expressionOf, mapStrings, patternOf } from '../../../../core/erasure/erasure-search-terms.js';
import type { ErasureContext } from '../../../../core/erasure/erasure-step.js';

/** Matches the whole address in a text, not part of a longer address of another person. */
function wholeAddress(recipient: string): RegExp {
  const written = recipient.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  return new RegExp(
    `(?:(?<![\\p{L}\\p{N}._+-])|(?<=%[0-9a-f]{2}))${written}(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])`,
    'iu',
  );
}

/**
 * The body without the address and the other personal data of its events; undefined if it does not contain the
 * address.
 */
export function rewrittenBody(body: Buffer, context: ErasureContext): Buffer | undefined {
  const recipient = context.terms.recipient ?? '';
  const text = body.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // A malformed body is never read again, so all of it is dropped.
    return wholeAddress(recipient).test(text) ? Buffer.from(ERASED_TEXT) : undefined;
  }
  const events = Array.isArray(value) ? value : [value];
  const written = events.map((event) => rewrittenEvent(event, context));
  if (written.every((event) => event === undefined)) return undefined;
  const kept = written.map((event, n) => event ?? events[n]);
  return Buffer.from(JSON.stringify(Array.isArray(value) ? kept : kept[0]));
}

/** Undefined if it does not contain the address. */
export function rewrittenEvent(event: unknown, { terms, key }: ErasureContext): unknown {
  const recipient = terms.recipient ?? '';
  const address = wholeAddress(recipient);
  let isMeant = false;
  mapStrings(event, (text) => {
    isMeant ||= address.test(text);
    return text;
  });
  if (!isMeant) return undefined;
  const pattern = patternOf(terms.texts);
  const named = pattern === undefined ? undefined : expressionOf(pattern);
  const standsForIt = erasedAddress(key, recipient);
  return mapStrings(event, (text) => {
    if (text.trim().toLowerCase() === recipient) return standsForIt;
    return address.test(text) || named?.test(text) === true ? ERASED_TEXT : text;
  });
}
