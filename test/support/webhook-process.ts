import { z } from 'zod';
import { loadConfig } from '../../core/config/load.js';
import { Database } from '../../core/db/database.js';
import { createPool } from '../../core/db/pool.js';
import { createHttpHost } from '../../core/http/front/http-host.js';
import { startWorker } from '../../core/jobs/worker.js';
import { createLogger } from '../../core/logging/logger.js';
import { SecretsAtRest } from '../../core/secrets/at-rest.js';
import { systemClock } from '../../core/time/clock.js';
import { acceptWebhook } from '../../rest-facade/admin/campaign-events/accept-webhook.js';
import { answerLocal } from '../../rest-facade/host/answer-local.js';
import { createHandler } from '../../rest-facade/host/request-handler.js';
import { RouteTable } from '../../rest-facade/request/route-table.js';
import { fakeServices, listen } from '../../rest-facade/testing/fake-services.js';
import { emailProviders, webhookRetention } from '../../runtime/assembly/email-providers.js';
import { messagingJobs } from '../../subgraphs/messaging/jobs.js';
import { WebhookAcceptor } from '../../subgraphs/messaging/provider-events/webhook-call/accept-webhook.js';

/*
 * A process that only accepts and processes webhooks, so that it starts fast enough to be killed a hundred times: the
 * product's routes, acceptance, store and worker, without the graph between them, which stores nothing. Prints its
 * address when it listens.
 */
const config = await loadConfig();
const logger = createLogger(config.LOG_LEVEL, 'test');
const pool = createPool(config.DATABASE_URL ?? '', 9, logger);
const secrets = new SecretsAtRest(config.DATA_ENCRYPTION_KEYS);
const source = { db: new Database(pool), clock: systemClock, providers: emailProviders(config), logger, secrets };

const acceptor = new WebhookAcceptor(source, { ofPath: async () => undefined });
const variablesOf = z.object({
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  body: z.base64(),
});
const services = fakeServices({
  graph: async ({ variables, caller }) => {
    const { headers, body } = variablesOf.parse(variables);
    const byName = Object.fromEntries(headers.map(({ name, value }) => [name, value]));
    const call = { provider: null, headers: byName, rawBody: Buffer.from(body, 'base64') };
    return { data: { batchId: await acceptor.accept(caller.principal, call) } };
  },
});

const jobs = messagingJobs(source, webhookRetention(config));
await jobs.resumeAtStart();
await startWorker({
  pool,
  handlers: jobs.handlers,
  crontab: '',
  concurrency: 4,
  pollIntervalMs: 500,
  lifeCheckMs: 30_000,
  logger,
});
const host = createHttpHost({
  handler: createHandler(new RouteTable(acceptWebhook), services, answerLocal(services)),
  trustProxy: config.TRUST_PROXY,
});
process.stdout.write(`${await listen(host)}\n`);
