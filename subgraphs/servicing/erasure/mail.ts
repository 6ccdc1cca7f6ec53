import { z } from 'zod';
import { systemPrincipal } from '../../../core/auth/principal.js';
import { expressionOf, patternOf, withStrings } from '../../../core/erasure/terms.js';
import { ERASED_TEXT, erasedAddress } from '../../../core/erasure/tombstones.js';
import {
  eraseNextEvents,
  eraseRemoval,
  eraseSuppression,
  eraseWaitingEvents,
  nextBatches,
  nextPoison,
  rewriteBatch,
  rewritePoison,
} from './mail.store.js';
import type { ErasureContext, ErasureStep, StepResult } from './steps.js';

const EVENTS_AT_A_TIME = 20_000;
const BATCHES_AT_A_TIME = 200;
const POISON_AT_A_TIME = 500;

const NOTHING: StepResult = { counts: {}, after: null };

/** Calls are kept before anybody knows whose they are. */
const ABOVE = systemPrincipal('erasure');

export const eraseEvents: ErasureStep = async (tx, { principal, organizationId, terms: { recipient } }, after) => {
  if (recipient === null) return NOTHING;
  const of = { organizationId, address: recipient, after, limit: EVENTS_AT_A_TIME };
  const found = await tx.first(principal, eraseNextEvents, of);
  const isMore = found !== undefined && found.walked === EVENTS_AT_A_TIME;
  return { counts: { campaign_event: found?.erased ?? 0 }, after: isMore ? found.last : null };
};

export const eraseSuppressions: ErasureStep = async (tx, { principal, organizationId, terms: { recipient }, key }) => {
  if (recipient === null) return NOTHING;
  const of = { organizationId, address: recipient };
  const kept = await tx.first(principal, eraseSuppression, { ...of, erasedAddress: erasedAddress(key, recipient) });
  const removals = await tx.first(principal, eraseRemoval, of);
  return { counts: { suppression: kept?.erased ?? 0, suppression_removal: removals?.erased ?? 0 }, after: null };
};

/** Also of calls that no worker has read yet: what it reads then names nobody, and suppresses what it would have. */
export const eraseBatches: ErasureStep = async (tx, context, after) => {
  const { organizationId, terms } = context;
  if (terms.recipient === null) return NOTHING;
  const escaped = asEscaped(terms.recipient);
  const found = await tx.many(ABOVE, nextBatches, { organizationId, escaped, after, limit: BATCHES_AT_A_TIME });
  let erased = 0;
  for (const { id, body } of found) {
    const written = body === null ? undefined : rewrittenBody(body, context);
    if (written === undefined) continue;
    erased += 1;
    await tx.many(ABOVE, rewriteBatch, { id, body: written });
  }
  return { counts: { webhook_batch: erased }, after: nextOf(found, BATCHES_AT_A_TIME) };
};

export const eraseWaiting: ErasureStep = async (tx, { organizationId, terms: { recipient }, key }) => {
  if (recipient === null) return NOTHING;
  const of = { organizationId, address: recipient, erasedAddress: erasedAddress(key, recipient) };
  const found = await tx.first(ABOVE, eraseWaitingEvents, of);
  return { counts: { waiting_event: found?.erased ?? 0 }, after: null };
};

export const erasePoison: ErasureStep = async (tx, context, after) => {
  if (context.terms.recipient === null) return NOTHING;
  const found = await tx.many(ABOVE, nextPoison, { after, limit: POISON_AT_A_TIME });
  let erased = 0;
  for (const { id, event } of found) {
    const written = rewrittenPoison(event, context);
    if (written === undefined) continue;
    erased += 1;
    await tx.many(ABOVE, rewritePoison, { id, event: written });
  }
  return { counts: { poison_event: erased }, after: nextOf(found, POISON_AT_A_TIME) };
};

function nextOf(found: readonly { readonly id: string }[], limit: number): string | null {
  return found.length < limit ? null : (found.at(-1)?.id ?? null);
}

const setAside = z.looseObject({ organizationIds: z.array(z.string()).default([]), unread: z.string().nullish() });

function rewrittenPoison(text: string, context: ErasureContext): string | undefined {
  const parsed = setAside.safeParse(JSON.parse(text));
  if (!parsed.success) return undefined;
  const { organizationIds, unread } = parsed.data;
  if (organizationIds.length > 0 && !organizationIds.includes(context.organizationId)) return undefined;
  if (typeof unread === 'string') {
    const written = rewrittenBody(Buffer.from(unread, 'base64'), context);
    return written && JSON.stringify({ ...parsed.data, unread: written.toString('base64') });
  }
  const written = rewrittenEvent(parsed.data, context);
  return written === undefined ? undefined : JSON.stringify(written);
}

/** The address in a text, and not the end or the beginning of a longer one: somebody else's. */
function wholeAddress(recipient: string): RegExp {
  const written = recipient.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  return new RegExp(
    `(?:(?<![\\p{L}\\p{N}._+-])|(?<=%[0-9a-f]{2}))${written}(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])`,
    'iu',
  );
}

/** As Postgres writes bytes as text (`encode(…, 'escape')`), in lower case: every byte can be written so, NUL too. */
function asEscaped(text: string): string {
  const written = [...Buffer.from(text.toLowerCase())].map((byte) => {
    if (byte === 0x5c) return '\\\\';
    return byte === 0 || byte > 0x7f ? `\\${byte.toString(8).padStart(3, '0')}` : String.fromCharCode(byte);
  });
  return written.join('');
}

/** A body without the address, and without what else names the person in an event of theirs; undefined: it does not hold the address. */
function rewrittenBody(body: Buffer, context: ErasureContext): Buffer | undefined {
  const recipient = context.terms.recipient ?? '';
  const text = body.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Nobody will ever read it: nothing of it has to stay.
    return wholeAddress(recipient).test(text) ? Buffer.from(ERASED_TEXT) : undefined;
  }
  const events = Array.isArray(value) ? value : [value];
  const written = events.map((event) => rewrittenEvent(event, context));
  if (written.every((event) => event === undefined)) return undefined;
  const kept = written.map((event, n) => event ?? events[n]);
  return Buffer.from(JSON.stringify(Array.isArray(value) ? kept : kept[0]));
}

/** Undefined: it does not hold the address. */
function rewrittenEvent(event: unknown, { terms, key }: ErasureContext): unknown {
  const recipient = terms.recipient ?? '';
  const address = wholeAddress(recipient);
  let isMeant = false;
  withStrings(event, (text) => {
    isMeant ||= address.test(text);
    return text;
  });
  if (!isMeant) return undefined;
  const pattern = patternOf(terms.texts);
  const named = pattern === undefined ? undefined : expressionOf(pattern);
  const standsForIt = erasedAddress(key, recipient);
  return withStrings(event, (text) => {
    if (text.trim().toLowerCase() === recipient) return standsForIt;
    return address.test(text) || named?.test(text) === true ? ERASED_TEXT : text;
  });
}
