import { randomUUID } from 'node:crypto';
import type { Fixture } from './fixture.js';

/** A request, as every server takes it. */
export interface Call {
  /** `v1` takes a token, `unversioned` the key itself. Servers by hand take the key. */
  readonly area: 'v1' | 'unversioned';
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The same by GraphQL: an operation of the facade, whose document has the same members. */
  readonly graph?: { readonly operation: string; readonly variables: Readonly<Record<string, unknown>> };
}

export const SERVER_KINDS = ['bare', 'express', 'prisma', 'product', 'graphql', 'apart'] as const;
/** A server of the comparison. */
export type ComparedKind = (typeof SERVER_KINDS)[number];

interface Scenario {
  readonly title: string;
  /** The next request. */
  readonly calls: (fixture: Fixture) => () => Call;
  /** Servers that do not have it. */
  readonly without?: readonly ComparedKind[];
  /** The share of `--rate` at which latencies are measured; 1 by default. */
  readonly share?: number;
  /** So many clients, each one request after the other, instead of the fixed rate. */
  readonly clients?: number;
  /** Whether it writes: the disk is measured beside it. */
  readonly writes?: true;
  /** Measured only if it is named, or in the long run. */
  readonly isFurther?: true;
}

const NO_WEBHOOKS = ['express', 'prisma', 'graphql'] as const;
const NO_WRITES = ['prisma'] as const;

/** Each runs on every server in turn, in the same run, so that the ratios do not depend on the machine's speed. */
export const SCENARIOS = {
  payment_by_id: {
    title: 'GET /v1/payments/{id}',
    calls: ({ paymentId }) => {
      const graph = { operation: 'getPayment', variables: { payment_id: paymentId } };
      return always({ area: 'v1', method: 'GET', path: `/v1/payments/${paymentId}`, graph });
    },
  },
  account_by_id: {
    title: 'GET /accounts/{id}',
    calls: ({ listAccountId: id }) => {
      const graph = { operation: 'getAccount', variables: { id } };
      return always({ area: 'unversioned', method: 'GET', path: `/accounts/${id}`, graph });
    },
  },
  transactions_list: {
    title: 'GET /accounts/{id}/transactions (100)',
    calls: ({ listAccountId }) => {
      const variables = { account_id: listAccountId, limit: 100 };
      const path = `/accounts/${listAccountId}/transactions?limit=100`;
      const graph = { operation: 'listAccountTransactions', variables };
      return always({ area: 'unversioned', method: 'GET', path, graph });
    },
  },
  cash_receipts: {
    title: 'GET /reports/crr (1000)',
    share: 0.1,
    calls: () => {
      const graph = { operation: 'reportCashReceipts', variables: { limit: 1_000 } };
      return always({ area: 'unversioned', method: 'GET', path: '/reports/crr?limit=1000', graph });
    },
  },
  record_payment: {
    title: 'POST /v1/accounts/{id}/payments',
    without: NO_WRITES,
    writes: true,
    calls: ({ payableAccountIds }) => {
      // In turn, so that no single lock dominates.
      let next = 0;
      return () => {
        next = (next + 1) % payableAccountIds.length;
        return recordCall(payableAccountIds[next] ?? '');
      };
    },
  },
  hot_account: {
    title: 'POST /v1/accounts/{id}/payments, 30 payers on one loan',
    without: NO_WRITES,
    writes: true,
    clients: 30,
    calls:
      ({ hotAccountId }) =>
      () =>
        recordCall(hotAccountId),
  },
  payments_list: {
    title: 'GET /v1/accounts/{id}/payments (100)',
    isFurther: true,
    calls: ({ listAccountId }) => {
      const graph = { operation: 'listPayments', variables: { account_id: listAccountId } };
      return always({ area: 'v1', method: 'GET', path: `/v1/accounts/${listAccountId}/payments`, graph });
    },
  },
  webhook_1: {
    title: 'POST /campaign-events/webhook (1 event)',
    isFurther: true,
    without: NO_WEBHOOKS,
    writes: true,
    calls: () => always(webhookCall(1, '2026-01-10T12:00:00Z')),
  },
  webhook_100: {
    title: 'POST /campaign-events/webhook (100 events)',
    isFurther: true,
    without: NO_WEBHOOKS,
    writes: true,
    share: 0.1,
    calls: () => always(webhookCall(100, '2026-01-10T12:00:00Z')),
  },
} satisfies Readonly<Record<string, Scenario>>;

export type ScenarioId = keyof typeof SCENARIOS;
export const SCENARIO_IDS = Object.keys(SCENARIOS) as ScenarioId[];
export const scenario = (id: ScenarioId): Scenario => SCENARIOS[id];

export const READS = SCENARIO_IDS.filter((id) => SCENARIOS[id].title.startsWith('GET'));

function always(call: Call): () => Call {
  return () => call;
}

/** Every payment has its own key. */
export function recordCall(accountId: string): Call {
  const key = randomUUID();
  const input = { amountCents: 1, paymentMethod: 'cash' };
  return {
    area: 'v1',
    method: 'POST',
    path: `/v1/accounts/${accountId}/payments`,
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ amount_cents: input.amountCents, payment_method: input.paymentMethod }),
    graph: { operation: 'recordPayment', variables: { account_id: accountId, idempotency_key: key, input } },
  };
}

/**
 * New events of one campaign at one time. The product's worker processes them while further calls are accepted.
 */
export function webhookCall(events: number, occurredAt: string) {
  const event = {
    event_type: 'click',
    recipient: 'borrower@example.com',
    occurred_at: occurredAt,
    campaign_id: 'autumn',
    url: 'https://example.com/pay',
  };
  const body = JSON.stringify(Array.from({ length: events }, () => ({ id: randomUUID(), ...event })));
  const headers = { 'content-type': 'application/json' };
  return { area: 'unversioned', method: 'POST', path: '/campaign-events/webhook', headers, body } as const;
}
