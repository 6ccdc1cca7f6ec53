import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { writeOutcomes } from '../../subgraphs/payments/collected/batch/batch-work.store.js';
import { batchesOf } from '../../subgraphs/payments/collected/batch/enqueue-batch.js';
import type { TriedRow } from '../../subgraphs/payments/collected/batch/record-payment-of-row.js';
import type { Api } from '../support/api.js';
import type { Lender } from '../support/lender.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let instance: TestInstance;
let lender: Lender;
let api: Api;
let account: string;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  lender = await instance.lender();
  api = await lender.api();
  account = await lender.ledgerAccount();
});
afterAll(() => instance.close());

const TRIED = { errorCode: null, reason: null, paymentId: null } as const;

/**
 * Four rows of a batch: posted; posted, but its payment is missing; refused; posted. Returns the state of each
 * afterwards.
 */
async function written(isOrdered: boolean) {
  const rows = [1, 2, 3, 4].map((cents) => ({
    idempotency_key: randomUUID(),
    account_id: account,
    amount_cents: cents,
    payment_method: 'cash',
  }));
  const made = await api.post('/v1/payment-batches', { rows }, { 'idempotency-key': randomUUID() });
  const { batch_id: batchId } = made.json;
  const payment = async () => (await api.record(account)).json.payment_id;
  const tried: readonly TriedRow[] = [
    { ...TRIED, position: 1, outcome: 'recorded', paymentId: await payment() },
    { ...TRIED, position: 2, outcome: 'recorded', paymentId: newId() },
    { ...TRIED, position: 3, outcome: 'refused', errorCode: 'amount_exceeds_payoff' },
    { ...TRIED, position: 4, outcome: 'recorded', paymentId: await payment() },
  ];
  const { organizationId } = lender;
  const outcomes = { batchId, organizationId, outcomes: JSON.stringify(tried), isOrdered };
  const answer = await instance.resources.db.many(batchesOf({ organizationId }), writeOutcomes, outcomes);
  const { rows: found } = await instance.resources.pool.query(
    `select outcome, error_code as error, payment_id is not null as named, sealed_key is not null as keyed
       from payment_batch_row where batch_id = $1 order by position`,
    [batchId],
  );
  return { answer: answer.map(({ position, outcome }) => [position, outcome]).sort(), found };
}

const POSTED = { outcome: 'recorded', error: null, named: true, keyed: false };
const TRIED_AGAIN = { outcome: 'unavailable', error: 'service_unavailable', named: false, keyed: true };
const REFUSED = { outcome: 'refused', error: 'amount_exceeds_payoff', named: false, keyed: false };
const OPEN = { outcome: null, error: null, named: false, keyed: true };

describe('an outcome whose payment is not in the database is not written: the row keeps its key, and is tried again', () => {
  it('independent rows: later rows have their outcomes', async () => {
    const { answer, found } = await written(false);
    expect(found).toEqual([POSTED, TRIED_AGAIN, REFUSED, POSTED]);
    expect(answer).toEqual([
      [1, 'recorded'],
      [2, 'unavailable'],
      [3, 'refused'],
      [4, 'recorded'],
    ]);
  });

  it('rows in order: later rows stay open, so that no refusal stops the batch early', async () => {
    const { answer, found } = await written(true);
    expect(found).toEqual([POSTED, TRIED_AGAIN, OPEN, OPEN]);
    expect(answer).toEqual([
      [1, 'recorded'],
      [2, 'unavailable'],
    ]);
  });
});
