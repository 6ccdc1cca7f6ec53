import { randomUUID } from 'node:crypto';
import type autocannon from 'autocannon';
import type { Fixture } from './fixture.js';

interface Scenario {
  readonly title: string;
  readonly request: (fixture: Fixture) => autocannon.Request;
}

/** Each runs on every server in turn, in the same run, so that the ratios do not depend on the machine's speed. */
export const SCENARIOS = {
  payment_by_id: {
    title: 'GET /v1/payments/{id}',
    request: ({ paymentId }) => ({ method: 'GET', path: `/v1/payments/${paymentId}` }),
  },
  payments_list: {
    title: 'GET /v1/accounts/{id}/payments (100)',
    request: ({ listAccountId }) => ({ method: 'GET', path: `/v1/accounts/${listAccountId}/payments` }),
  },
  record_payment: { title: 'POST /v1/accounts/{id}/payments', request: recordRequest },
  account_by_id: {
    title: 'GET /accounts/{id}',
    request: (fixture) => withKey(fixture, `/accounts/${fixture.listAccountId}`),
  },
  transactions_list: {
    title: 'GET /accounts/{id}/transactions (100)',
    request: (fixture) => withKey(fixture, `/accounts/${fixture.listAccountId}/transactions?limit=100`),
  },
  cash_receipts: {
    title: 'GET /reports/crr (1000)',
    request: (fixture) => withKey(fixture, '/reports/crr?limit=1000'),
  },
  webhook_1: {
    title: 'POST /campaign-events/webhook (1 event)',
    request: (fixture) => webhookRequest(fixture, 1),
  },
  webhook_100: {
    title: 'POST /campaign-events/webhook (100 events)',
    request: (fixture) => webhookRequest(fixture, 100),
  },
} satisfies Readonly<Record<string, Scenario>>;

export type ScenarioId = keyof typeof SCENARIOS;
export const SCENARIO_IDS = Object.keys(SCENARIOS) as ScenarioId[];

/** The unversioned surface takes the key itself. */
function withKey({ key }: Fixture, path: string): autocannon.Request {
  return { method: 'GET', path, headers: { authorization: `Bearer ${key.plaintext}` } };
}

/** Every payment has its own key; payments cycle through the accounts, so that no single lock dominates. */
function recordRequest({ payableAccountIds }: Fixture): autocannon.Request {
  let next = 0;
  return {
    method: 'POST',
    body: JSON.stringify({ amount_cents: 1, payment_method: 'cash' }),
    setupRequest: (request) => {
      next = (next + 1) % payableAccountIds.length;
      const headers = { ...request.headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
      return { ...request, path: `/v1/accounts/${payableAccountIds[next]}/payments`, headers };
    },
  };
}

/** Measures acceptance only: accepted events are processed elsewhere, and processing treats them alike. */
function webhookRequest(fixture: Fixture, events: number): autocannon.Request {
  return { path: '/campaign-events/webhook', ...webhookCall(fixture, events, '2026-01-10T12:00:00Z') };
}

/** New events of one campaign at one time. */
export function webhookCall({ key }: Fixture, events: number, occurredAt: string) {
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
