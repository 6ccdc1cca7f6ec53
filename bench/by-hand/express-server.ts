import express, { type ErrorRequestHandler, type Request, type Response } from 'express';
import type pg from 'pg';
import { Refused } from './caller.js';
import { keyCheck } from './key-check.js';
import { newPayment } from './new-payment.js';
import type { Reads } from './reads.js';
import { recordInTransaction } from './record-in-transaction.js';

const PAGE_LIMIT = 100;
const LARGEST_PAGE = 1_000;

/**
 * Express as one would set it up: a key per request, JSON bodies, errors as JSON.
 *
 * @param writes - whether it records payments, by plain SQL
 */
export function expressServer(pool: pg.Pool, reads: Reads, writes: boolean): express.Express {
  const callerOf = keyCheck(pool);
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.use(express.json({ limit: '1mb' }));

  app.get('/v1/payments/:id', async ({ params, headers }, response) => {
    const caller = await callerOf(headers.authorization, 'external_payments:read');
    send(response, await reads.payment(caller, params.id));
  });
  app.get('/v1/accounts/:id/payments', async ({ params, headers }, response) => {
    const caller = await callerOf(headers.authorization, 'external_payments:read');
    send(response, await reads.paymentsOfAccount(caller, params.id));
  });
  app.get('/accounts/:id', async ({ params, headers }, response) => {
    send(response, await reads.account(await callerOf(headers.authorization), params.id));
  });
  app.get('/accounts/:id/transactions', async (request, response) => {
    const caller = await callerOf(request.headers.authorization);
    send(response, await reads.transactionsOfAccount(caller, request.params.id, limitOf(request)));
  });
  app.get('/reports/crr', async (request, response) => {
    const caller = await callerOf(request.headers.authorization);
    send(response, await reads.cashReceipts(caller, limitOf(request)));
  });
  if (writes) {
    app.post('/v1/accounts/:id/payments', async ({ params, headers, body }, response) => {
      const caller = await callerOf(headers.authorization, 'external_payments:write');
      const payment = newPayment(params.id, keyOf(headers['idempotency-key']), body);
      response
        .status(201)
        .type('json')
        .send(await recordInTransaction(pool, caller, payment));
    });
  }

  app.use(answerRefusal);
  return app;
}

function send(response: Response, body: object): void {
  response.type('json').send(JSON.stringify(body));
}

function limitOf({ query }: Request<object>): number {
  const { limit = String(PAGE_LIMIT) } = query;
  const asked = typeof limit === 'string' ? Number(limit) : Number.NaN;
  if (!Number.isInteger(asked) || asked < 1 || asked > LARGEST_PAGE) throw new Refused(400, 'invalid_limit');
  return asked;
}

function keyOf(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}

const answerRefusal: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
  const { status, code } = error instanceof Refused ? error : { status: 500, code: 'internal_error' };
  if (status === 500) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  response.status(status).json({ error: { code } });
};
