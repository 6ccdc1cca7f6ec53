/**
 * The measured scenarios. Each runs on every server in turn, in the same run, so that the ratios do not depend on the
 * machine's speed.
 */
export const SCENARIOS = [
  { id: 'payment_by_id', title: 'GET /v1/payments/{id}' },
  { id: 'payments_list', title: 'GET /v1/accounts/{id}/payments (100)' },
  { id: 'record_payment', title: 'POST /v1/accounts/{id}/payments' },
  { id: 'account_by_id', title: 'GET /accounts/{id}' },
  { id: 'transactions_list', title: 'GET /accounts/{id}/transactions (100)' },
  { id: 'cash_receipts', title: 'GET /reports/crr (1000)' },
  { id: 'webhook_1', title: 'POST /campaign-events/webhook (1 event)' },
  { id: 'webhook_100', title: 'POST /campaign-events/webhook (100 events)' },
] as const;

export type ScenarioId = (typeof SCENARIOS)[number]['id'];

/**
 * - `bare`: Fastify and pg, the same SQL, no authentication, limits or logs; a payment writes the same rows in one transaction,
 *   a webhook is one insert.
 * - `tributary`: the product, with authentication, rate limits and request logs on.
 * - `ordinary`: the product, with each operation sent the usual way through the Apollo gateway.
 */
export const SERVERS = ['bare', 'tributary', 'ordinary'] as const;
export type ServerKind = (typeof SERVERS)[number];

/** The product with its worker in the same process, as `npm start` runs it: for scenarios that include processing. */
export const WORKING = 'working';

/** The data sent to a server, on its standard input. */
export interface ServedFixture {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly organizationId: string;
}

/** The data shared by the servers and the load. */
export interface BenchFixture extends ServedFixture {
  readonly paymentId: string;
  readonly listAccountId: string;
  readonly payableAccountIds: readonly string[];
  /** Runs the campaign `autumn` for any sender. */
  readonly workspaceId: string;
  readonly key: { readonly prefix: string; readonly plaintext: string };
}
