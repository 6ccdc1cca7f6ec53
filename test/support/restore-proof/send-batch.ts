import type { Api } from '../api.js';
import { until } from '../until.js';
import type { PlannedPayment } from './planned-request.js';
import type { Answered } from './proof-client.js';

const PAGE = 1_000;
const WITHIN_MS = 900_000;

/** Submits the payments as one file of a lockbox. @returns the batch's id */
export async function submitBatch(api: Api, payments: readonly PlannedPayment[], key: string): Promise<string> {
  const rows = payments.map((payment) => ({
    idempotency_key: payment.key,
    account_id: payment.loan.account,
    amount_cents: payment.amount,
    payment_method: 'cash',
  }));
  const answer = await api.post('/v1/payment-batches', { mode: 'continue', rows }, { 'idempotency-key': key });
  if (answer.status !== 202) throw new Error(`the batch is refused: ${answer.text}`);
  return answer.json.batch_id;
}

/** Waits for the worker. @returns the outcome of each payment, in their order */
export async function batchOutcomes(api: Api, batch: string, payments: number): Promise<readonly Answered[]> {
  const isSettled = async () => {
    const { status, outcomes } = (await api.get(`/v1/payment-batches/${batch}`)).json;
    return status === 'completed' && outcomes.pending_confirmation.rows === 0;
  };
  await until(isSettled, 'every row of the batch is settled', WITHIN_MS);
  const found: Answered[] = [];
  for (let cursor = ''; found.length < payments; ) {
    const path = `/v1/payment-batches/${batch}/results?limit=${PAGE}`;
    const { items, page } = (await api.get(cursor === '' ? path : `${path}&cursor=${cursor}`)).json;
    for (const { payment_id, payment_status, error_code, outcome } of items)
      found.push({ id: payment_id ?? '', outcome: payment_status ?? error_code ?? outcome });
    if (!page.has_more) break;
    cursor = encodeURIComponent(page.next_cursor);
  }
  return found;
}
