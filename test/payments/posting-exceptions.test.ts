import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPool } from '../../core/db/pool.js';
import { cents } from '../../core/money.js';
import type { Lender } from '../support/lender.js';
import { PostingHarness } from '../support/posting-harness.js';
import { answered, posting } from '../support/scripted-loan-system.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

const SETTING = { setting: 'payment-types', value: 'cash=99' };

let instance: TestInstance;
let lender: Lender;
let pool: pg.Pool;
let harness: PostingHarness;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  lender = await instance.lender();
  pool = createPool(instance.databaseUrl, 10, instance.resources.logger);
});
afterAll(async () => {
  await pool.end();
  await instance.close();
});
beforeEach(async () => {
  harness = await PostingHarness.open({ pool, postingReferences: instance.resources.postingReferences }, lender);
});

const exceptionsAbout = async (subject: string) => {
  const { rows } = await pool.query(
    'select kind, detail from operator_exception where subject_id = $1 and resolved_at is null order by kind',
    [subject],
  );
  return rows;
};

describe('a payment that the loan system takes as overpaid', () => {
  const overpaid = { ...posting(), overpaidCents: cents(30) };
  const exception = { kind: 'loan_overpaid', detail: { overpaidCents: 30, referenceNumber: 4711 } };
  const codesOf = async (id: string) => {
    const { rows } = await pool.query("select code from event where object_id = $1 and type = 'payment.posted'", [id]);
    return rows;
  };

  it('is posted; its event has the code, and an operator gets an exception', async () => {
    harness.system.script.postPayment = async () => ({ kind: 'confirmed', posting: overpaid });
    expect(await harness.record('pays')).toBe('posted');
    const id = await harness.subjectOf('pays');
    expect([await exceptionsAbout(id), await codesOf(id)]).toEqual([[exception], [{ code: 'overpaid' }]]);
  });

  it('the same when it is found later', async () => {
    harness.system.script.postPayment = async () => ({ kind: 'unknown' });
    await harness.record('pays');
    const id = await harness.subjectOf('pays');
    harness.system.script.findPosting = async () => answered(overpaid);
    await harness.reconciler.look(harness.pendingPosting('payment', id));
    expect([await harness.statusOf(id), await exceptionsAbout(id), await codesOf(id)]).toEqual([
      'posted',
      [exception],
      [{ code: 'overpaid' }],
    ]);
  });

  it('also when it is found after it was reported as failed', async () => {
    harness.system.script.postPayment = async () => ({ kind: 'unknown' });
    await harness.record('pays');
    const id = await harness.subjectOf('pays');
    await pool.query("update collected_payment set reference_lease_until = now() - interval '1 hour' where id = $1", [
      id,
    ]);
    await harness.reconciler.look(harness.pendingPosting('payment', id));
    expect(await harness.statusOf(id)).toBe('failed');
    harness.system.script.findPosting = async () => answered(overpaid);
    await harness.reconciler.look(harness.pendingPosting('payment', id));
    expect(await exceptionsAbout(id)).toEqual([exception, { kind: 'posted_after_failed', detail: expect.anything() }]);
  });

  it('none of this when nothing is overpaid', async () => {
    expect(await harness.record('pays')).toBe('posted');
    const id = await harness.subjectOf('pays');
    expect([await exceptionsAbout(id), await codesOf(id)]).toEqual([[], [{ code: null }]]);
  });
});

describe('a payment that the loan system does not take because of a setting of ours', () => {
  beforeEach(() => {
    harness.system.script.postPayment = async () => ({ kind: 'unreachable', isWell: true, refusedSetting: SETTING });
  });

  it('is 503, raises one exception for the loan system, and is taken under its key when the setting is right', async () => {
    expect([await harness.record('pays'), await harness.record('pays')]).toEqual([
      '503 posting_unavailable',
      '503 posting_unavailable',
    ]);
    expect(await exceptionsAbout('scripted')).toEqual([
      { kind: 'loan_system_setting_refused', detail: { ...SETTING, on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) } },
    ]);
    harness.system.script = {};
    expect(await harness.record('pays')).toBe('posted');
  });
});
