import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import type { BenchFixture, ScenarioId } from './scenarios.js';

export interface Target {
  readonly url: string;
  readonly token: string;
}

export interface Measured {
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
}

const CONNECTIONS = 16;

/**
 * Runs one scenario on one server for `seconds`. @throws {Error} when any response was not 2xx: the measurement would
 * be invalid.
 */
export async function load(
  target: Target,
  scenario: ScenarioId,
  fixture: BenchFixture,
  seconds: number,
): Promise<Measured> {
  const result = await autocannon({
    url: target.url,
    connections: CONNECTIONS,
    duration: seconds,
    headers: { authorization: `Bearer ${target.token}` },
    requests: [requestOf(scenario, fixture)],
  });
  const failed = result.non2xx + result.errors;
  if (failed > 0)
    throw new Error(`${scenario} on ${target.url}: ${JSON.stringify(result.statusCodeStats)}, ${result.errors} errors`);
  return { requestsPerSecond: result.requests.average, p99Ms: result.latency.p99 };
}

function requestOf(scenario: ScenarioId, fixture: BenchFixture): autocannon.Request {
  switch (scenario) {
    case 'payment_by_id':
      return { method: 'GET', path: `/v1/payments/${fixture.paymentId}` };
    case 'payments_list':
      return { method: 'GET', path: `/v1/accounts/${fixture.listAccountId}/payments` };
    case 'record_payment':
      return recordRequest(fixture);
    case 'account_by_id':
      return withKey(fixture, `/accounts/${fixture.listAccountId}`);
    case 'transactions_list':
      return withKey(fixture, `/accounts/${fixture.listAccountId}/transactions?limit=100`);
    case 'cash_receipts':
      return withKey(fixture, '/reports/crr?limit=1000');
    case 'webhook_1':
      return webhookRequest(fixture, 1);
    case 'webhook_100':
      return webhookRequest(fixture, 100);
  }
}

/** The unversioned surface takes the key itself. */
function withKey({ key }: BenchFixture, path: string): autocannon.Request {
  return { method: 'GET', path, headers: { authorization: `Bearer ${key.plaintext}` } };
}

/** Every payment has its own key; payments cycle through the accounts, so that no single lock dominates. */
function recordRequest(fixture: BenchFixture): autocannon.Request {
  let next = 0;
  return {
    method: 'POST',
    body: JSON.stringify({ amount_cents: 1, payment_method: 'cash' }),
    setupRequest: (request) => {
      next = (next + 1) % fixture.payableAccountIds.length;
      const headers = { ...request.headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
      return { ...request, path: `/v1/accounts/${fixture.payableAccountIds[next]}/payments`, headers };
    },
  };
}

/** Measures acceptance only: accepted events are processed elsewhere, and processing treats them alike. */
function webhookRequest(fixture: BenchFixture, events: number): autocannon.Request {
  return { path: '/campaign-events/webhook', ...webhookCall(fixture, events, '2026-01-10T12:00:00Z') };
}

/** New events of one campaign at one time. */
export function webhookCall({ key }: BenchFixture, events: number, occurredAt: string) {
  const event = {
    event_type: 'click',
    recipient: 'borrower@example.com',
    occurred_at: occurredAt,
    campaign_id: 'autumn',
    url: 'https://example.com/pay',
  };
  const body = JSON.stringify(Array.from({ length: events }, () => ({ id: randomUUID(), ...event })));
  const headers = { authorization: `Bearer ${key.plaintext}`, 'content-type': 'application/json' };
  return { method: 'POST', headers, body } as const;
}
