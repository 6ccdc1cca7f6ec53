import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertSandboxPosting } from '../../connectors/loan-systems/sandbox/sandbox.store.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { isoInstant } from '../../core/time/dates.js';
import { watchPosting } from '../../subgraphs/payments/collected/posting/enqueue-outcome-lookup.js';
import type { Api } from '../support/api.js';
import type { Lender } from '../support/lender.js';
import { refusalOf } from '../support/refusal-of.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let instance: TestInstance;
let lender: Lender;
let api: Api;

beforeAll(async () => {
  instance = await openTestInstance();
  lender = await instance.lender();
  api = await lender.api();
});
afterAll(() => instance.close());

describe('the sandbox accounts, to their final state', () => {
  it('SBX-POSTS: 201 posted, then 201 reversed', async () => {
    const account = await lender.sandboxAccount('SBX-POSTS');
    const recorded = await api.record(account);
    expect([recorded.status, recorded.json.status]).toEqual([201, 'posted']);
    const reversed = await api.reverse(recorded.json.payment_id);
    expect([reversed.status, reversed.json.status]).toEqual([201, 'reversed']);
  });

  it('SBX-REFUSES: 422 servicing_rejected with its reason, stored for the key; no payment is visible', async () => {
    const account = await lender.sandboxAccount('SBX-REFUSES');
    const refused = await api.record(account, {}, 'refused');
    expect([refused.status, refused.json]).toEqual([
      422,
      refusalOf('servicing_rejected', { reason: 'account_restricted' }),
    ]);
    expect((await api.record(account, {}, 'refused')).text).toBe(refused.text);
    expect((await api.get(`/v1/accounts/${account}/payments`)).json.items).toEqual([]);
  });

  it('SBX-UNAVAILABLE: 503 posting_unavailable, again with the same key; 409 with another body; no payment is visible', async () => {
    const account = await lender.sandboxAccount('SBX-UNAVAILABLE');
    for (const _ of [1, 2]) {
      const answer = await api.record(account, {}, 'unavailable');
      expect([answer.status, answer.json]).toEqual([503, refusalOf('posting_unavailable')]);
    }
    const other = await api.record(account, { amount_cents: 1 }, 'unavailable');
    expect(other.json).toEqual(refusalOf('idempotency_conflict'));
    expect((await api.get(`/v1/accounts/${account}/payments`)).json.items).toEqual([]);
  });

  it('SBX-UNCONFIRMED-POSTS: 202, 409 idempotency_in_progress until it settles to posted, then 201 for the key', async () => {
    const account = await lender.sandboxAccount('SBX-UNCONFIRMED-POSTS');
    const recorded = await api.record(account, {}, 'unconfirmed');
    expect([recorded.status, recorded.json.status, recorded.json.effective_date]).toEqual([
      202,
      'pending_confirmation',
      null,
    ]);
    const settled = await api.settled(recorded.json.payment_id, 'posted');
    expect(settled.json.reference_number).toEqual(expect.any(Number));
    const replayed = await api.record(account, {}, 'unconfirmed');
    expect([replayed.status, replayed.json]).toEqual([201, settled.json]);
  });

  it('SBX-UNCONFIRMED-LOST: 202, settles to failed; the key answers 422 servicing_rejected not_posted', async () => {
    const account = await lender.sandboxAccount('SBX-UNCONFIRMED-LOST');
    const recorded = await api.record(account, {}, 'lost');
    expect([recorded.status, recorded.json.status]).toEqual([202, 'pending_confirmation']);
    const { payment_id } = recorded.json;
    expect((await api.record(account, {}, 'lost')).json).toEqual(refusalOf('idempotency_in_progress', { payment_id }));
    await api.settled(recorded.json.payment_id, 'failed');
    const replayed = await api.record(account, {}, 'lost');
    expect([replayed.status, replayed.json]).toEqual([422, refusalOf('servicing_rejected', { reason: 'not_posted' })]);
    const reversal = await api.reverse(recorded.json.payment_id);
    expect(reversal.json).toEqual(refusalOf('payment_not_reversible', { status: 'failed' }));
  });

  it('SBX-NOT-PAYABLE: 422 account_not_payable', async () => {
    const account = await lender.sandboxAccount('SBX-NOT-PAYABLE');
    expect((await api.record(account)).json).toEqual(refusalOf('account_not_payable'));
  });

  it('SBX-REVERSAL-UNCONFIRMED: 202 reversal_pending, settles to reversed', async () => {
    const account = await lender.sandboxAccount('SBX-REVERSAL-UNCONFIRMED');
    const { payment_id } = (await api.record(account)).json;
    const reversal = await api.reverse(payment_id, { reason: 'by mistake' }, 'reversal');
    expect([reversal.status, reversal.json.status]).toEqual([202, 'reversal_pending']);
    expect(reversal.json.reversal).toEqual({
      reversed_at: null,
      reason: 'by mistake',
      is_nsf: false,
      reference_number: null,
      reversed_by: expect.any(String),
    });
    const settled = await api.settled(payment_id, 'reversed');
    const replayed = await api.reverse(payment_id, { reason: 'by mistake' }, 'reversal');
    expect([replayed.status, replayed.json]).toEqual([201, settled.json]);
  });

  it('SBX-REVERSAL-REFUSED: 422 servicing_rejected with its reason; the payment remains posted', async () => {
    const account = await lender.sandboxAccount('SBX-REVERSAL-REFUSED');
    const recorded = await api.record(account);
    const reversal = await api.reverse(recorded.json.payment_id);
    expect([reversal.status, reversal.json]).toEqual([
      422,
      refusalOf('servicing_rejected', { reason: 'reversal_window_closed' }),
    ]);
    expect((await api.get(`/v1/payments/${recorded.json.payment_id}`)).json).toEqual(recorded.json);
  });

  it('SBX-HANGS: 202 when the call times out, settles to posted', async () => {
    const account = await lender.sandboxAccount('SBX-HANGS');
    const recorded = await api.record(account);
    expect(recorded.status).toBe(202);
    await api.settled(recorded.json.payment_id, 'posted');
  });
});

describe('a posting that appears after its payment was settled as failed', () => {
  it('is put before an operator, once; the payment stays failed', async () => {
    const account = await lender.sandboxAccount('SBX-UNCONFIRMED-LOST');
    const { payment_id: id } = (await api.record(account)).json;
    await api.settled(id, 'failed');
    const { db, clock } = instance.resources;
    const late = {
      loanId: account,
      organizationId: lender.organizationId,
      externalReference: await postedAs(id),
      kind: 'payment',
      amountCents: 10_000,
      reversesReference: null,
      paymentMethod: 'cash',
      reason: null,
    };
    const today = isoInstant(clock.now());
    const operator = systemPrincipal('test');
    await db.many(operator, insertSandboxPosting, { ...late, effectiveOn: today.slice(0, 10), postedAt: today });

    for (const _ of [1, 2]) {
      await watchPosting(db, { kind: 'payment', organizationId: lender.organizationId, id }, 0);
      await expect.poll(() => exceptionsOf(id)).toEqual(['posted_after_failed']);
    }
    expect((await api.get(`/v1/payments/${id}`)).json.status).toBe('failed');
  });
});

async function postedAs(id: string): Promise<string> {
  const prisma = instance.resources.db.models(systemPrincipal('test'));
  const payment = await prisma.collectedPayment.findFirstOrThrow({ where: { id } });
  return payment.postingReference ?? id;
}

async function exceptionsOf(subjectId: string): Promise<readonly string[]> {
  const prisma = instance.resources.db.models(systemPrincipal('test'));
  const rows = await prisma.operatorException.findMany({ where: { subjectId } });
  return rows.map(({ kind }) => kind);
}
