import 'reflect-metadata';
import Fastify from 'fastify';
import { loadConfig } from '../../core/config/load.js';
import { createPool } from '../../core/db/pool.js';
import { bind } from '../../core/db/statement.js';
import { newId } from '../../core/ids/ids.js';
import { createLogger } from '../../core/logging/logger.js';
import type { Principal } from '../../core/principal/principal.js';
import {
  paymentById,
  paymentsOfAccount,
  withReversal,
} from '../../subgraphs/payments/collected/payment/collected-payment.reads.store.js';
import { inContractNames } from './contract-names.js';
import { addBareReads, pageOf } from './reads.js';
import { type PaymentBody, recordPlainly } from './record-payment.js';

/* The baseline, in its own process: the cost of handlers that only run the SQL. `server.js ORGANIZATION` prints its address. */

const organizationId = process.argv[2] ?? '';
const { DATABASE_URL: databaseUrl = '' } = await loadConfig();
const pool = createPool(databaseUrl, 16, createLogger('silent', 'bench'));
const caller: Principal = { kind: 'api_key', actor: 'bench', organizationIds: [organizationId], scopes: [] };
const app = Fastify();

app.get<{ Params: { id: string } }>('/v1/payments/:id', async ({ params }, reply) => {
  const { rows } = await pool.query(bind(paymentById, caller, { id: params.id }));
  return rows[0] === undefined ? reply.code(404).send({}) : inContractNames(withReversal(rows[0]));
});

app.get<{ Params: { id: string } }>('/v1/accounts/:id/payments', async ({ params }) => {
  const parameters = { accountId: params.id, afterId: '8', limit: 101 };
  const { rows } = await pool.query(bind(paymentsOfAccount, caller, parameters));
  return pageOf(rows, 100, (row) => inContractNames(withReversal(row)));
});

app.post<{ Params: { id: string }; Body: PaymentBody }>(
  '/v1/accounts/:id/payments',
  async ({ params, body, headers }, reply) => {
    const id = await recordPlainly(pool, organizationId, params.id, String(headers['idempotency-key']), body);
    return reply.code(201).send({ payment_id: id, account_id: params.id, ...body });
  },
);

app.post('/campaign-events/webhook', async ({ body }, reply) => {
  await pool.query({
    name: 'webhook',
    text: `insert into webhook_batch (id, provider, source, body, organization_ids, is_signed)
      values ($1, 'generic', 'generic', $2, '{}', true)`,
    values: [newId(), Buffer.from(JSON.stringify(body))],
  });
  return reply.code(202).send();
});

addBareReads(app, pool, caller);
const address = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${JSON.stringify({ base_url: address })}\n`);
