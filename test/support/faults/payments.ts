import { randomUUID } from 'node:crypto';
import type { Random } from '../../../prisma/seed/demo/random.js';
import type { RetryingClient } from './client.js';
import type { FaultInstance } from './fault-instance.js';
import type { AcknowledgedOf, LoadRecord } from './record.js';

/** A payment's request, with the same bytes each time. */
export function paymentRequest(
  instance: FaultInstance,
  { account, amount, reference, key }: Pick<AcknowledgedOf<'payment'>, 'account' | 'amount' | 'reference' | 'key'>,
) {
  return {
    url: `${instance.split.baseUrl}/v1/accounts/${account}/payments`,
    headers: { 'idempotency-key': key },
    body: JSON.stringify({ amount_cents: amount, payment_method: 'cash', external_reference: reference }),
  };
}

/** Records one payment under one key, on a random account of its kind. */
export async function recordPayment(
  instance: FaultInstance,
  client: RetryingClient,
  record: LoadRecord,
  random: Random,
  lane: 'ledger' | 'remote',
): Promise<void> {
  const accounts = lane === 'ledger' ? instance.ledgerAccounts : instance.remoteAccounts;
  const key = randomUUID();
  const account = accounts[random.between(0, accounts.length - 1)] ?? '';
  const payment = { key, account, amount: random.between(100, 9_999), reference: `receipt ${key}` };
  const answer = await client.settle({ lane, ...paymentRequest(instance, payment) });
  if (answer === undefined || answer.status >= 400) return;
  record.acknowledged.push({ kind: 'payment', ...payment, id: answer.json.payment_id, status: answer.status });
}
