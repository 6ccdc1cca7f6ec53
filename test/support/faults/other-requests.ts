import { randomUUID } from 'node:crypto';
import { systemClock } from '../../../core/time/clock.js';
import { servicingDate } from '../../../core/time/servicing-day.js';
import { samplePortfolio } from '../../../ledger/boarding/sample-portfolio.js';
import { businessDayOf } from '../../../ledger/rules/business-day.js';
import type { Random } from '../../../prisma/seed/demo/random.js';
import { sentEvent } from '../campaign-events-harness.js';
import { CardCounter } from '../card-counter.js';
import { GENERIC_SENDER } from '../webhook-senders.js';
import type { RetryingClient } from './client.js';
import type { FaultInstance } from './fault-instance.js';
import type { LoadRecord } from './record.js';

/** A client's requests other than single payments, and how many there are. */
export interface RequestSizes {
  readonly batchRows: number;
  readonly boardedLoans: number;
}

export interface RequestContext {
  readonly instance: FaultInstance;
  readonly client: RetryingClient;
  readonly record: LoadRecord;
  readonly random: Random;
  readonly sizes: RequestSizes;
}

type Act = (scene: RequestContext) => Promise<void>;

/** In turn. Reversals and letters are more frequent, because they are cheap. */
export const OTHER_REQUESTS: readonly Act[] = [
  reverse,
  letter,
  emailEvent,
  batch,
  reverse,
  capture,
  emailEvent,
  letter,
  board,
  schedule,
];

/** Reverses a ledger payment that no client has reversed yet. */
async function reverse({ instance, client, record }: RequestContext): Promise<void> {
  const reversed = new Set(record.of('reversal').map(({ id }) => id));
  const onLedger = new Set(instance.ledgerAccounts);
  const payment = record
    .of('payment')
    .findLast(({ id, account, status }) => status === 201 && onLedger.has(account) && !reversed.has(id));
  if (payment === undefined) return;
  const key = randomUUID();
  const url = `${instance.split.baseUrl}/v1/payments/${payment.id}/reversal`;
  const answer = await client.settle({ lane: 'others', url, headers: { 'idempotency-key': key }, body: '{}' });
  if (answer !== undefined && answer.status < 300) record.acknowledged.push({ kind: 'reversal', key, id: payment.id });
}

/** A payoff letter, read on the unversioned surface with the API key itself. */
async function letter({ instance, client, random }: RequestContext): Promise<void> {
  const account = instance.ledgerAccounts[random.between(0, instance.ledgerAccounts.length - 1)];
  const url = `${instance.split.baseUrl}/accounts/${account}/payoff-letter`;
  const headers = { authorization: `Bearer ${instance.key.plaintext}` };
  await client.settle({ lane: 'others', method: 'GET', url, headers });
}

async function batch({ instance, client, record, random, sizes }: RequestContext): Promise<void> {
  const key = randomUUID();
  const accounts = instance.ledgerAccounts;
  const rows = Array.from({ length: sizes.batchRows }, (_, n) => ({
    idempotency_key: `${key} ${n}`,
    account_id: accounts[n % accounts.length],
    amount_cents: random.between(100, 999),
    payment_method: 'cash',
    external_reference: `lockbox ${key} ${n}`,
  }));
  const body = { mode: 'continue', rows };
  const answer = await client.settle({
    lane: 'others',
    url: `${instance.split.baseUrl}/v1/payment-batches`,
    headers: { 'idempotency-key': key },
    body: JSON.stringify(body),
  });
  if (answer?.status !== 202) return;
  const references = rows.map(({ external_reference }) => external_reference);
  record.acknowledged.push({ kind: 'batch', key, id: answer.json.batch_id, body, references });
}

async function capture({ instance, client, record, random }: RequestContext): Promise<void> {
  const key = randomUUID();
  const account = instance.ledgerAccounts[random.between(0, instance.ledgerAccounts.length - 1)] ?? '';
  const counter = new CardCounter(instance.split.secureUrl, client.token, account);
  const answer = await client.settle({
    lane: 'others',
    url: `${instance.split.secureUrl}/v1/payment-methods/cards`,
    headers: { 'idempotency-key': key },
    body: JSON.stringify(counter.body()),
    mayBe502: true,
  });
  if (answer?.status === 201) record.acknowledged.push({ kind: 'capture', key, id: answer.json.id });
}

/** A portfolio with its own loan numbers. */
async function board({ instance, client, record, random, sizes }: RequestContext): Promise<void> {
  const [key, loans] = [randomUUID(), sizes.boardedLoans];
  const asOf = businessDayOf(systemClock.now());
  const seed = random.between(1, 1_000_000);
  const body = [...samplePortfolio({ loans, transactions: 2, seed, asOf })]
    .join('')
    .replaceAll('L-0', `${key.slice(0, 8)}-0`);
  const answer = await client.settle({
    lane: 'others',
    url: `${instance.split.baseUrl}/v1/ledger/boardings`,
    headers: { 'idempotency-key': key, 'content-type': 'text/csv' },
    body,
  });
  if (answer?.status === 202) record.acknowledged.push({ kind: 'boarding', key, id: answer.json.id, loans });
}

/** A signed event of an email provider, of an unregistered campaign, so that it waits to be matched. */
async function emailEvent({ instance, client, record }: RequestContext): Promise<void> {
  const campaign = randomUUID();
  const event = sentEvent({ campaign });
  const { headers, body } = GENERIC_SENDER.call([GENERIC_SENDER.write(event)]);
  const url = `${instance.split.baseUrl}/campaign-events/webhook`;
  const answer = await client.settle({ lane: 'others', url, headers, body });
  if (answer?.status === 202) record.acknowledged.push({ kind: 'email_event', id: campaign });
}

/** A monthly schedule from today on, with the card that was captured last: it is charged within a minute or so. */
async function schedule({ instance, client, record, random }: RequestContext): Promise<void> {
  const card = record.of('capture').at(-1);
  if (card === undefined) return;
  const key = randomUUID();
  const amount = FIRST_SCHEDULED_CENTS + record.of('schedule').length;
  const answer = await client.settle({
    lane: 'others',
    url: `${instance.split.baseUrl}/autopay`,
    headers: { authorization: `Bearer ${instance.key.plaintext}`, 'idempotency-key': key },
    body: JSON.stringify({
      account_id: instance.ledgerAccounts[random.between(0, instance.ledgerAccounts.length - 1)],
      payment_method_id: card.id,
      amount_cents: amount,
      frequency_unit: 'month',
      frequency_interval: 1,
      start_date: servicingDate(systemClock.now()),
    }),
  });
  if (answer?.status === 201) record.acknowledged.push({ kind: 'schedule', key, id: answer.json.id, amount });
}

/** Each schedule charges a different amount, which identifies it in the processor's books. */
const FIRST_SCHEDULED_CENTS = 20_000;
