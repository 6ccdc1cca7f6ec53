import { Temporal } from 'temporal-polyfill';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLogger } from '../../core/logging/logger.js';
import { cents } from '../../core/money.js';
import { isoInstant } from '../../core/time/dates.js';
import { guarded } from './card-processor-with-circuit-breaker.js';
import type { CardProcessor } from './port.js';

const TIMEOUT_MS = 1_000;
const scope = { organizationId: 'organization', reference: 'attempt' };
const reference = { ...scope, instrument: { token: 'token', customer: null } };
const order = { ...reference, triedBefore: 0, mayBeKnown: false, amountCents: cents(1), description: '' };
const refund = { ...scope, chargeExternalId: 'ch_1', amountCents: cents(1) };
const card = { number: '4242424242424242', expirationMonth: 12, expirationYear: 2040, cvc: '123' };
const address = { line1: '1 Elm St', line2: null, city: 'Albany', state: 'NY', postalCode: '12207', country: 'US' };
const capture = {
  ...scope,
  partyId: 'party',
  customer: null,
  card,
  cardholderName: 'Ann',
  billingAddress: address,
};
const logger = createLogger('silent', 'test');

const hangs = () => new Promise<never>(() => undefined);
const throws = () => Promise.reject(new Error('an adapter with a bug'));

function processor(does: () => Promise<never>): CardProcessor {
  const asked = { standingOf: does, storedCard: does, changes: does, pullEveryMs: 0 };
  return {
    code: 'scripted',
    settleAfterMs: 900,
    tokenize: does,
    charge: does,
    findCharge: does,
    refund: does,
    ...asked,
  };
}
const guard = (does: () => Promise<never>, breaks = false, settleAfterMs: number | undefined = undefined) =>
  guarded(processor(does), { timeoutMs: TIMEOUT_MS, settleAfterMs, breaks, logger });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function afterTimeout<T>(call: Promise<T>): Promise<T> {
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
  return call;
}

it('a charge without an answer is unknown; a lookup or a refund without an answer is unavailable', async () => {
  const hanging = guard(hangs);
  expect(await afterTimeout(hanging.charge(order))).toEqual({ kind: 'unknown' });
  expect(await afterTimeout(hanging.findCharge(reference))).toEqual({ kind: 'unavailable' });
  expect(await afterTimeout(hanging.refund(refund))).toEqual({ kind: 'unavailable' });
});

it('a tokenization without an answer is unavailable; if the adapter throws it is failed, and the log does not quote it', async () => {
  expect(await afterTimeout(guard(hangs).tokenize(capture))).toEqual({ kind: 'unavailable' });
  const error = vi.fn();
  const quoting = () => Promise.reject(new TypeError(`no card ${card.number}`));
  const options = { timeoutMs: TIMEOUT_MS, settleAfterMs: undefined, breaks: false, logger: { ...logger, error } };
  expect(await guarded(processor(quoting), options).tokenize(capture)).toEqual({ kind: 'failed' });
  expect(error.mock.calls).toEqual([[{ thrown: 'TypeError' }, 'a card processor adapter threw while tokenizing']]);
});

it('a charge whose adapter throws is unknown: it may have been sent', async () => {
  expect(await guard(throws).charge(order)).toEqual({ kind: 'unknown' });
});

it('after five failures nothing is sent: unreachable', async () => {
  const failing = vi.fn(async () => ({ kind: 'unknown' }) as never);
  const broken = guard(failing, true);
  for (let n = 0; n < 5; n += 1) await broken.charge(order);
  expect(await broken.charge(order)).toEqual({ kind: 'unreachable' });
  expect(await broken.findCharge(reference)).toEqual({ kind: 'unavailable' });
  expect(await broken.tokenize(capture)).toEqual({ kind: 'unavailable' });
  expect(failing).toHaveBeenCalledTimes(5);
});

it('failing status queries, however many, open no breaker but their own', async () => {
  const unavailable = vi.fn(async () => ({ kind: 'unavailable' }) as never);
  const charge = vi.fn(async () => ({ kind: 'unreachable' }) as never);
  const options = { timeoutMs: TIMEOUT_MS, settleAfterMs: undefined, breaks: true, logger };
  const broken = guarded({ ...processor(unavailable), charge }, options);
  for (let n = 0; n < 5; n += 1) await broken.standingOf('ch_1');
  expect(
    await broken.changes({ since: isoInstant(Temporal.Instant.fromEpochMilliseconds(0)), position: null }),
  ).toEqual({ kind: 'unavailable' });
  expect(unavailable).toHaveBeenCalledTimes(5);
  await broken.charge(order);
  expect(charge).toHaveBeenCalledTimes(1);
});

it('keeps the processor’s own limit for abandoned requests unless it is overridden', () => {
  expect([guard(hangs).settleAfterMs, guard(hangs, false, 0).settleAfterMs]).toEqual([900, 0]);
});
