import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOCUMENT_HASHES } from '../../dashboard/src/generated/document-hashes.js';
import { Api, send } from '../support/api.js';
import { type Collector, openCollector } from '../support/collector.js';
import { freePort } from '../support/free-ports.js';
import type { Lender } from '../support/lender.js';
import { Product } from '../support/process.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';
import { until } from '../support/until.js';

let instance: TestInstance;
let lender: Lender;
let collector: Collector;
let product: Product;
let api: Api;
let operationsUrl: string;

const traceId = randomBytes(16).toString('hex');
const graphTraceId = randomBytes(16).toString('hex');
const hashTraceId = randomBytes(16).toString('hex');
const callerSpan = randomBytes(8).toString('hex');

/** OpenTelemetry's numbers for a span's kind and status. */
const [SERVER, CLIENT, ERROR] = [2, 3, 2];

/** A test instance creates the data; the product runs on its database as an operator would run it. */
beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  lender = await instance.lender();
  collector = await openCollector();
  const port = await freePort();
  operationsUrl = `http://127.0.0.1:${port}`;
  product = new Product({
    command: ['start', '--json'],
    environment: {
      NODE_ENV: 'test',
      LOG_LEVEL: 'fatal',
      DATABASE_URL: instance.databaseUrl,
      TRIBUTARY_DATA_DIR: instance.resources.config.dataDir,
      PUBLIC_URL: instance.resources.issuer,
      PORT: '0',
      GRAPHQL_PORT: '0',
      SECURE_PORT: '0',
      METRICS_PORT: String(port),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      RECONCILE_FIRST_DELAY_MS: '50',
    },
  });
  const { base_url, graphql_url } = JSON.parse(await product.startAndReadLine());
  api = new Api(base_url, (await lender.api()).token);
  const { json } = await api.record(await lender.ledgerAccount(), {}, 'traced-payment');
  await api.get('/v1/payments/4242424242424242');
  await send(`${base_url}/v1/payments/${json.payment_id}`, {
    headers: {
      authorization: `Bearer ${api.token}`,
      traceparent: `00-${traceId}-${callerSpan}-01`,
      'x-request-id': 'traced-request',
    },
  });
  const asked = (body: object, trace: string) =>
    send(graphql_url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${api.token}`,
        'content-type': 'application/json',
        traceparent: `00-${trace}-${callerSpan}-01`,
      },
      body: JSON.stringify(body),
    });
  await asked({ query: '{ organizations { items { id } } }' }, graphTraceId);
  const persistedQuery = { version: 1, sha256Hash: DOCUMENT_HASHES['Lenders'] };
  await asked({ extensions: { persistedQuery } }, hashTraceId);
  const unconfirmed = await api.record(await lender.sandboxAccount('SBX-UNCONFIRMED-POSTS'));
  await api.settled(unconfirmed.json.payment_id, 'posted');
  await api.record(await lender.sandboxAccount('SBX-UNCONFIRMED-LOST')); // its job waits
}, 120_000);

afterAll(async () => {
  await product.kill('SIGTERM');
  await collector.close();
  await instance.close();
});

describe('GET /metrics', () => {
  const WAITING = 'tributary_queue_jobs{job="reconcile_posting",state="waiting"} 1';
  let text = '';
  beforeAll(async () => {
    // Between two checks the job waits; during one it does not.
    text = await until(async () => {
      const exposed = (await send(`${operationsUrl}/metrics`)).text;
      return exposed.includes(WAITING) && exposed;
    }, WAITING);
  });

  it.each([
    [
      'requests by method, route and status',
      'tributary_http_request_duration_seconds_count{method="POST",route="/v1/accounts/{account_id}/payments",status="201"} 1',
    ],
    [
      'GraphQL operations',
      'tributary_graphql_operation_duration_seconds_count{operation="recordPayment",outcome="ok"} 3',
    ],
    [
      'documents that are not ours, together',
      'tributary_graphql_operation_duration_seconds_count{operation="document",outcome="ok"} 1',
    ],
    [
      'documents of the dashboard by their names',
      'tributary_graphql_operation_duration_seconds_count{operation="Lenders",outcome="ok"} 1',
    ],
    [
      'GraphQL requests',
      'tributary_http_request_duration_seconds_count{method="POST",route="/graphql",status="200"} 2',
    ],
    ['jobs', 'tributary_job_duration_seconds_count{job="reconcile_posting",outcome="ok"}'],
    ['the crontab', 'tributary_job_last_run_timestamp_seconds{job="autopay_due"}'],
    ['the queue', WAITING],
    ['workers that poll for jobs', 'tributary_worker_last_look_timestamp_seconds{worker="3"}'],
    ['workers that poll for autopay jobs', 'tributary_worker_last_look_timestamp_seconds{worker="5"}'],
    ['connections', 'tributary_database_connections{pool="jobs",state="idle"}'],
    ['the process', 'process_resident_memory_bytes'],
  ])('counts %s', (_, line) => {
    expect(text).toContain(line);
  });

  it('contains nothing that clients sent', () => {
    expect(text).not.toContain('4242424242424242');
    expect(text).not.toContain('traced-payment');
  });
});

describe('health for operators', () => {
  it('GET /readyz names each check', async () => {
    const answer = await fetch(`${operationsUrl}/readyz`); // not in the contract, against which `send` checks answers
    expect([answer.status, await answer.json()]).toEqual([
      200,
      {
        status: 'ready',
        checks: {
          database: 'ok',
          'database sessions': 'ok',
          'database writes': 'ok',
          clock: 'ok',
          migrations: 'ok',
          queue: 'ok',
          'not being stopped': 'ok',
          'addresses announced': 'ok',
          'rate limits in memory': 'ok',
          'workers take jobs': 'ok',
        },
      },
    ]);
  });

  it('is not on the hosts that clients reach', async () => {
    expect((await send(`${api.baseUrl}/metrics`)).status).toBe(404);
    expect((await send(`${api.baseUrl}/readyz`)).json).toEqual({ status: 'ready' });
  });
});

describe('traces', () => {
  it('lead from the caller’s span through the request and the operation to each statement', async () => {
    const ours = () => collector.spans.filter((span) => span.traceId === traceId);
    await expect.poll(() => ours().length).toBeGreaterThan(2);
    const [request, operation, sql] = [
      'GET /v1/payments/{payment_id}',
      'operation getPayment',
      'collected_payment',
    ].map((name) => ours().find((span) => span.name.startsWith(name)));
    expect(request?.parentSpanId).toBe(callerSpan);
    expect(operation?.parentSpanId).toBe(request?.spanId);
    expect(sql?.parentSpanId).toBe(operation?.spanId);
    expect(request?.service).toBe('tributary');
  });

  it('have the names and attributes that dashboards expect', async () => {
    const ours = () => collector.spans.filter((span) => span.traceId === traceId);
    const request = () => ours().find(({ kind }) => kind === SERVER);
    await expect.poll(request).toBeDefined();
    expect(request()?.about).toEqual({
      'http.request.method': 'GET',
      'http.route': '/v1/payments/{payment_id}',
      'http.response.status_code': 200,
      'tributary.request_id': 'traced-request',
    });
    const statements = ours().filter(({ about }) => about['db.system.name'] === 'postgresql');
    expect(new Set(statements.map(({ kind }) => kind))).toEqual(new Set([CLIENT]));
    for (const { name, about } of statements) expect(about['db.query.summary']).toBe(name);
  });

  it('for a refusal are not errors', async () => {
    const refused = () => collector.spans.find(({ about }) => about['http.response.status_code'] === 404);
    await expect.poll(refused).toBeDefined();
    expect(refused()?.status.code).not.toBe(ERROR);
  });

  it('lead from a GraphQL request to its statements, too', async () => {
    const ours = () => collector.spans.filter((span) => span.traceId === graphTraceId);
    await expect.poll(() => ours().some(({ name }) => name === 'POST /graphql')).toBe(true);
    expect(ours().find(({ name }) => name === 'POST /graphql')?.parentSpanId).toBe(callerSpan);
    expect(ours().some(({ about }) => about['db.system.name'] === 'postgresql')).toBe(true);
  });

  it('lead from a document by its hash through its operation to its statements', async () => {
    const ours = () => collector.spans.filter((span) => span.traceId === hashTraceId);
    const named = (name: string) => ours().find((span) => span.name === name);
    await expect.poll(() => named('POST /graphql')).toBeDefined();
    expect(named('operation Lenders')?.parentSpanId).toBe(named('POST /graphql')?.spanId);
    expect(ours().filter(({ parentSpanId }) => parentSpanId === named('operation Lenders')?.spanId)).not.toEqual([]);
  });

  it('are not made for probes and scrapes', () => {
    const first = collector.spans.filter(({ parentSpanId }) => parentSpanId === undefined || parentSpanId === '');
    expect(first.filter(({ name, kind }) => kind === CLIENT || /health|ready|metrics/.test(name))).toEqual([]);
  });

  it('show the route’s pattern, never the client’s input', () => {
    expect(JSON.stringify(collector.spans)).not.toContain('4242424242424242');
    expect(JSON.stringify(collector.spans)).toContain('/v1/payments/{payment_id}');
  });
});
