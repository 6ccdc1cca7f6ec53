import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withFileTimeouts } from '../options.js';
import { outcomeOf, refused, ScriptedApi } from '../testing/scripted-fetch.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const CSV = 'record_type,control_loans\ncontrol,0\n';
const taken = { status: 202, body: { id: 'B1' } };

describe('an uploaded file', () => {
  it.each([
    ['a text', CSV],
    ['a blob', new Blob([CSV])],
  ])('%s: unchanged, with one key through every attempt', async (_what, file) => {
    const api = new ScriptedApi(['lost', refused(503, 'service_unavailable'), taken]);
    const boarding = api
      .client()
      .boardings.create(file, 'application/x-ndjson', { dry_run: 'true', skip_invalid: 'true' });
    expect(await outcomeOf(boarding)).toEqual({ id: 'B1' });
    expect(new Set(api.sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
    for (const { method, path, headers, file: sent } of api.sent) {
      expect([method, path]).toEqual(['POST', '/v1/ledger/boardings?dry_run=true&skip_invalid=true']);
      expect(headers.get('content-type')).toBe('application/x-ndjson');
      expect(await new Response(sent).text()).toBe(CSV);
    }
    expect(api.sent).toHaveLength(3);
  });

  it('has longer time limits, unless the caller sets others', () => {
    expect(withFileTimeouts({})).toEqual({ timeoutMs: 600_000, deadlineMs: 1_800_000 });
    expect(withFileTimeouts({ timeoutMs: 5, deadlineMs: 6 })).toEqual({ timeoutMs: 5, deadlineMs: 6 });
  });

  it('of payments: CSV, or rows', async () => {
    const api = new ScriptedApi([taken, taken]);
    const { paymentBatches } = api.client();
    await outcomeOf(paymentBatches.createFrom(new Blob(['key,amount_cents\n']), { mode: 'continue' }));
    await outcomeOf(paymentBatches.create({ mode: 'stop', rows: [] } as never, { idempotencyKey: 'k' }));
    expect(api.sent.map(({ path, headers }) => [path, headers.get('content-type')])).toEqual([
      ['/v1/payment-batches?mode=continue', 'text/csv'],
      ['/v1/payment-batches', 'application/json'],
    ]);
    expect(api.sent[1]?.headers.get('idempotency-key')).toBe('k');
  });
});

describe('a servicer’s operations on a loan', () => {
  it('each has its own address, body and key', async () => {
    const api = new ScriptedApi(Array(7).fill({ status: 201, body: { id: 'O1' } }));
    const { ledger } = api.client();
    const acts: readonly Promise<object>[] = [
      ledger.book({ loan_number: 'A-1' } as never),
      ledger.disburse('A1'),
      ledger.waive('A1', { component: 'interest', amount_cents: 1, reason: 'r' }),
      ledger.adjust('A1', { principal_cents: -1, reason: 'r' }),
      ledger.chargeOff('A1', 'r'),
      ledger.undoChargeOff('A1', 'r'),
      ledger.close('A1'),
    ];
    for (const act of acts) expect(await outcomeOf(act)).toEqual({ id: 'O1' });
    const sent = api.sent.map(({ path, body }) => [path.replace('/v1/ledger/loans', ''), body]);
    expect(Object.fromEntries(sent)).toEqual({
      '': { loan_number: 'A-1' },
      '/A1/disbursement': {},
      '/A1/waivers': { component: 'interest', amount_cents: 1, reason: 'r' },
      '/A1/adjustments': { principal_cents: -1, reason: 'r' },
      '/A1/charge-off': { reason: 'r' },
      '/A1/charge-off/reversal': { reason: 'r' },
      '/A1/closing': {},
    });
    expect(new Set(api.sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(7);
  });
});
