import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import type { PostingOutcome } from '../../loan-model/port.js';
import { FAULT_KINDS, type FaultKind } from '../support/loan-faults.js';
import {
  type MambuHarness,
  openMambuHarness,
  paymentOn,
  referenceTo,
  reversalOf,
} from '../support/mambu/mambu-harness.js';

/** The duration of every call that hangs; long enough for a busy machine to have executed the request. */
const TIMEOUT_MS = 400;

let harness: MambuHarness;
/** The same tenant with a short timeout, for calls that hang. All others have time. */
let impatient: MambuHarness;

beforeAll(async () => {
  harness = await openMambuHarness({ timeoutMs: 10_000 });
  impatient = await openMambuHarness({ server: harness.server, timeoutMs: TIMEOUT_MS });
});
afterEach(() => harness.server.faults.clear());
afterAll(async () => {
  expect(harness.server.violations).toEqual([]);
  await Promise.all([impatient.close(), harness.close()]);
});

const HANGS: ReadonlySet<FaultKind> = new Set(['in_progress', 'post_and_hang', 'post_late', 'hang']);

/** Mambu's own refusal of one read: it is well otherwise. */
const OWN_WORDS: ReadonlySet<FaultKind> = new Set(['refuse', 'validation_error', 'locked']);

function deskFor(kind: FaultKind): MambuHarness {
  return HANGS.has(kind) ? impatient : harness;
}

const UNKNOWN: PostingOutcome = { kind: 'unknown' };
const UNREACHABLE: PostingOutcome = { kind: 'unreachable' };
const CONFIRMED = { kind: 'confirmed' };
const refused = (reason: string): PostingOutcome => ({ kind: 'refused', reason });

/** The outcome of a post for each fault, and whether it was posted. */
const OUTCOMES: Readonly<Record<FaultKind, readonly [outcome: object, posts: boolean]>> = {
  refuse: [refused('account_state_forbids'), false],
  validation_error: [refused('request_not_accepted'), false],
  in_progress: [UNKNOWN, false],
  locked: [UNREACHABLE, false],
  fail_before_posting: [UNKNOWN, false],
  post_and_fail: [UNKNOWN, true],
  post_and_hang: [UNKNOWN, true],
  post_late: [UNKNOWN, false],
  hang: [UNKNOWN, false],
  reset_before: [UNKNOWN, false],
  reset_after: [UNKNOWN, true],
  slow: [CONFIRMED, true],
  wrong_json: [UNKNOWN, true],
  html: [UNKNOWN, false],
};

describe.each(FAULT_KINDS)('%s', (kind) => {
  const [outcome, posts] = OUTCOMES[kind];

  it('posting: its outcome, what is posted, and what a probe then finds', async () => {
    const loan = harness.server.book.loan();
    const payment = paymentOn(loan);
    harness.server.faults.next('repay', { kind, slowMs: 20 });
    expect(await deskFor(kind).system.postPayment(payment)).toMatchObject(outcome);
    expect(loan.transactions.filter(({ type }) => type === 'REPAYMENT')).toHaveLength(posts ? 1 : 0);

    const found = await harness.system.findPosting(payment.loan, payment.externalReference);
    if (posts) expect(found).toMatchObject({ value: { amountCents: 1_000 } });
    else expect(found).toEqual({ kind: 'answered', value: 'absent' });
  });

  it('reversing: its outcome, what is posted, and what a probe then finds', async () => {
    const loan = harness.server.book.loan();
    const payment = paymentOn(loan);
    const posted = await harness.system.postPayment(payment);
    if (posted.kind !== 'confirmed') throw new Error('not posted');
    const reversal = reversalOf(payment, posted.posting);
    harness.server.faults.next('adjust', { kind, slowMs: 20 });
    const expected = kind === 'wrong_json' ? CONFIRMED : outcome;
    expect(await deskFor(kind).system.reversePayment(reversal)).toMatchObject(expected);
    expect(harness.server.book.total(loan)).toBe(posts ? 100_000 : 99_000);

    const found = await harness.system.findPosting(payment.loan, reversal.externalReference);
    if (posts) expect(found).toMatchObject({ value: { amountCents: 1_000 } });
    else expect(found).toEqual({ kind: 'answered', value: 'absent' });
  });

  it('reading: unavailable, unless it is only slow', async () => {
    const loan = harness.server.book.loan();
    harness.server.faults.next('search_transactions', { kind, slowMs: 20 });
    const found = await deskFor(kind).system.findPosting(referenceTo(loan), newId());
    if (kind === 'slow') expect(found).toEqual({ kind: 'answered', value: 'absent' });
    else expect(found).toEqual({ kind: 'unavailable', ...(OWN_WORDS.has(kind) && { isWell: true, mayPass: true }) });
  });
});

describe('a late posting', () => {
  it('is absent to a probe, then found, once', async () => {
    const loan = harness.server.book.loan();
    const payment = paymentOn(loan);
    harness.server.faults.next('repay', 'post_late');
    expect(await impatient.system.postPayment(payment)).toEqual(UNKNOWN);
    const probe = () => harness.system.findPosting(payment.loan, payment.externalReference);
    expect(await probe()).toEqual({ kind: 'answered', value: 'absent' });
    harness.server.faults.arriveLate();
    expect(await probe()).toMatchObject({ value: { amountCents: 1_000 } });
    expect(harness.server.book.total(loan)).toBe(99_000);
  });
});

describe('a refusal whose cause cannot be looked up', () => {
  it('is unknown: an earlier try may have posted', async () => {
    const loan = harness.server.book.loan();
    harness.server.faults.next('repay', 'refuse');
    harness.server.faults.next('search_transactions', 'fail_before_posting');
    expect(await harness.system.postPayment(paymentOn(loan))).toEqual(UNKNOWN);
  });

  it('is unknown, never refused, when the search does not show the duplicate', async () => {
    const [loan, other] = [harness.server.book.loan(), harness.server.book.loan()];
    const payment = paymentOn(loan);
    harness.server.book.repay(other, { amount: 1_000, externalId: payment.externalReference });
    expect(await harness.system.postPayment(payment)).toEqual(UNKNOWN);
  });
});

describe('the repayment to be reversed cannot be read', () => {
  it('before anything is sent: unreachable', async () => {
    const loan = harness.server.book.loan();
    const payment = paymentOn(loan);
    const posted = await harness.system.postPayment(payment);
    if (posted.kind !== 'confirmed') throw new Error('not posted');
    const adjustments = harness.server.faults.count('adjust');
    harness.server.faults.next('search_transactions', 'html');
    expect(await harness.system.reversePayment(reversalOf(payment, posted.posting))).toEqual(UNREACHABLE);
    expect(harness.server.faults.count('adjust')).toBe(adjustments);
  });

  it('after Mambu has succeeded: unknown', async () => {
    const loan = harness.server.book.loan();
    const payment = paymentOn(loan);
    const posted = await harness.system.postPayment(payment);
    if (posted.kind !== 'confirmed') throw new Error('not posted');
    const reversal = reversalOf(payment, posted.posting);
    // The lookup before was a search.
    harness.server.faults.next('transaction', 'fail_before_posting');
    expect(await harness.system.reversePayment(reversal)).toEqual(UNKNOWN);
    expect(harness.server.book.total(loan)).toBe(100_000);
  });
});

describe('102 Processing', () => {
  it('on the wire, and nothing after it: the call ends by its own timeout, unknown', async () => {
    let heard = '';
    const sockets = createServer((socket) => {
      socket.on('data', (part) => {
        heard += part;
        if (heard.includes('repayment-transactions')) socket.write('HTTP/1.1 102 Processing\r\n\r\n');
      });
      socket.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => sockets.listen(0, '127.0.0.1', resolve));
    const address = sockets.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const waiting = await openMambuHarness({
      server: harness.server,
      baseUrl: `http://127.0.0.1:${port}/api`,
      timeoutMs: TIMEOUT_MS,
    });
    expect(await waiting.system.postPayment(paymentOn(harness.server.book.loan()))).toEqual(UNKNOWN);
    expect(heard).toMatch(/^POST \/api\/loans\/[0-9a-f]+\/repayment-transactions HTTP/);
    expect(heard).toMatch(/idempotency-key: [0-9a-f-]{36}/i);
    await waiting.close();
    sockets.close();
  });

  it('and then the answer: that one counts', async () => {
    const loan = harness.server.book.loan();
    const payment = paymentOn(loan);
    const body = JSON.stringify({
      encodedKey: '8a8e1',
      id: '77',
      parentAccountKey: loan.key,
      type: 'REPAYMENT',
      amount: 10,
      valueDate: '2026-11-20T09:00:00-05:00',
      creationDate: '2026-11-20T09:00:00-05:00',
    });
    const sockets = createServer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 201 Created\r\ncontent-type: application/json\r\n');
        socket.end(`content-length: ${body.length}\r\n\r\n${body}`);
      });
    });
    await new Promise<void>((resolve) => sockets.listen(0, '127.0.0.1', resolve));
    const address = sockets.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const waiting = await openMambuHarness({ server: harness.server, baseUrl: `http://127.0.0.1:${port}/api` });
    expect(await waiting.system.postPayment(payment)).toMatchObject({
      kind: 'confirmed',
      posting: { referenceNumber: 77, amountCents: 1_000, effectiveOn: '2026-11-20' },
    });
    await waiting.close();
    sockets.close();
  });
});

describe('a system that does not exist', () => {
  it('posts and reversals are unreachable, reads unavailable', async () => {
    const nobody = createServer();
    await new Promise<void>((resolve) => nobody.listen(0, '127.0.0.1', resolve));
    const address = nobody.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    await new Promise((resolve) => nobody.close(resolve));
    const away = await openMambuHarness({ server: harness.server, baseUrl: `http://127.0.0.1:${port}/api` });
    const loan = harness.server.book.loan();
    const payment = paymentOn(loan);
    expect(await away.system.postPayment(payment)).toEqual(UNREACHABLE);
    expect(await away.system.reversePayment(reversalOf(payment, { externalId: '8a8e' }))).toEqual(UNREACHABLE);
    expect(await away.system.findPosting(payment.loan, newId())).toEqual({ kind: 'unavailable' });
    expect(await away.system.businessDay()).toEqual({ kind: 'unavailable' });
    await away.close();
  });
});

describe('control over HTTP', () => {
  it('sets faults and returns calls, for tests whose processes are killed', async () => {
    const url = new URL('/__control', harness.server.baseUrl);
    const control = async (order: object) => (await fetch(url, { method: 'POST', body: JSON.stringify(order) })).json();
    await control({ op: 'next', call: 'repay', fault: 'refuse' });
    const loan = harness.server.book.loan();
    expect(await harness.system.postPayment(paymentOn(loan))).toMatchObject({ kind: 'refused' });
    expect(await harness.system.postPayment(paymentOn(loan))).toMatchObject(CONFIRMED);
    await control({ op: 'every', call: 'repay', nth: 1, fault: 'post_late', lateMs: 1 });
    await control({ op: 'clear' });
    expect(await control({ op: 'calls' })).toMatchObject({ repay: harness.server.faults.count('repay') });
  });
});
