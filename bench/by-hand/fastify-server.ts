import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type pg from 'pg';
import { newId } from '../../core/ids/ids.js';
import type { Caller } from './caller.js';
import { csvOfCashReceipts } from './csv-of-cash-receipts.js';
import { newPayment } from './new-payment.js';
import type { Reads } from './reads.js';
import { recordInOneStatement } from './record-in-one-statement.js';

interface OfAccount {
  readonly Params: { id: string };
  readonly Querystring: { limit?: string };
}

const INSERT_WEBHOOK = `
  insert into webhook_batch (id, provider, source, body, organization_ids, is_signed)
  values ($1, 'generic', 'generic', $2, '{}', true)`;

/** Only the SQL, for one organization: no authentication, limits, logs or rules. */
export function fastifyServer(pool: pg.Pool, reads: Reads, organizationId: string): FastifyInstance {
  const caller: Caller = { actor: 'bench', organizationIds: [organizationId], scopes: [] };
  const app = Fastify();

  app.get<OfAccount>('/v1/payments/:id', async ({ params }, reply) =>
    send(reply, await reads.payment(caller, params.id)),
  );
  app.get<OfAccount>('/v1/accounts/:id/payments', async ({ params }, reply) =>
    send(reply, await reads.paymentsOfAccount(caller, params.id)),
  );
  app.get<OfAccount>('/accounts/:id', async ({ params }, reply) => send(reply, await reads.account(caller, params.id)));
  app.get<OfAccount>('/accounts/:id/transactions', async ({ params, query }, reply) =>
    send(reply, await reads.transactionsOfAccount(caller, params.id, Number(query.limit))),
  );
  app.get<OfAccount>('/reports/crr', async ({ query, headers }, reply) => {
    if (headers.accept === 'text/csv') return reply.type('text/csv').send(await csvOfCashReceipts(pool, caller));
    return send(reply, await reads.cashReceipts(caller, Number(query.limit)));
  });
  app.post<OfAccount>('/v1/accounts/:id/payments', async ({ params, body, headers }, reply) => {
    const payment = newPayment(params.id, String(headers['idempotency-key']), body);
    return reply
      .code(201)
      .type('application/json')
      .send(await recordInOneStatement(pool, organizationId, payment));
  });
  app.post('/campaign-events/webhook', async ({ body }, reply) => {
    await pool.query({ name: 'webhook', text: INSERT_WEBHOOK, values: [newId(), Buffer.from(JSON.stringify(body))] });
    return reply.code(202).send();
  });
  return app;
}

function send(reply: FastifyReply, body: object): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
}
