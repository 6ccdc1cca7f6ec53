import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CalledPart, INTERNAL_TOKEN_HEADER, InternalTokens } from '../../core/auth/internal-token.js';
import { freshDeployment } from '../../core/config/deployment-secrets.js';
import type { SigningPart } from '../../core/config/part-keys.js';
import { newId } from '../../core/ids/ids.js';
import { ANONYMOUS, type Principal, systemPrincipal, throughSecureHost } from '../../core/principal/principal.js';
import { SUBGRAPH_NAMES } from '../../core/principal/subgraph-names.js';
import { systemClock } from '../../core/time/clock.js';
import { createBaseHost } from '../../rest-facade/host/base-host.js';
import { createSecureHost } from '../../rest-facade/host/secure-host.js';
import { BASE_ROUTES, SECURE_ROUTES } from '../../rest-facade/routes.js';
import { baseServices } from '../../runtime/assembly/base-services.js';
import { localFiles } from '../../runtime/assembly/local-files.js';
import { rateLimits } from '../../runtime/assembly/rate-limits.js';
import { secureServices } from '../../runtime/assembly/secure-services.js';
import { type HostPart, hostPart } from '../../runtime/parts/host-part.js';
import { Api, send } from '../support/api.js';
import { CardCounter } from '../support/card-counter.js';
import { childEnvironment } from '../support/child-environment.js';
import { type Collector, openCollector } from '../support/collector.js';
import type { Lender } from '../support/lender.js';
import { call, SCHEDULE } from '../support/lender-with-rows.js';
import { deployedParts } from '../support/part-keys.js';
import { boardingOf, bookingOf, ledgerProduct, pendingLoan } from '../support/populated-ledger.js';
import { type PopulatedMessaging, populateMessaging } from '../support/populated-messaging.js';
import { refusalOf } from '../support/refusal-of.js';
import type { SplitInstance } from '../support/split-instance.js';
import { splitInstanceOf } from '../support/split-instance-of.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let instance: TestInstance;
const parts = deployedParts();
let apart: SplitInstance;
let ordinary: HostPart;
let lender: Lender;
let collector: Collector;
let other: Lender;

/**
 * Three deployments that get the same requests: prepared in one process, ordinary in one process, and all parts as
 * processes.
 */
let hosts: Readonly<Record<'prepared' | 'ordinary' | 'apart', string>>;

/** Run in this order; holds only what was started, even if the start failed. */
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  stops.push(() => instance.close());
  collector = await openCollector();
  stops.push(() => collector.close());
  apart = await splitInstanceOf(instance, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, parts);
  stops.push(() => apart.stop());
  const services = baseServices(
    instance.resources,
    { run: instance.gateway.runOrdinary },
    rateLimits(instance.resources, false),
    async () => true,
    localFiles(instance.resources),
  );
  const host = createBaseHost(services, 'false');
  ordinary = hostPart('ordinary', host, { host: '127.0.0.1', port: 0, variable: 'PORT' });
  await ordinary.start();
  stops.push(() => ordinary.stop(1_000));
  hosts = { prepared: instance.baseUrl, ordinary: `http://127.0.0.1:${ordinary.port}`, apart: apart.baseUrl };
  [lender, other] = [await instance.lender(), await instance.lender('Birch Credit')];
}, 120_000);

afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
});

describe('parts as separate processes, over HTTP', () => {
  it('show a CSV export as one trace, from the facade to the statement of the reporting subgraph', async () => {
    const traceId = randomUUID().replaceAll('-', '');
    const { plaintext } = await lender.key();
    const exported = await send(`${apart.baseUrl}/reports/car?from=2026-01-01&to=2026-01-31`, {
      headers: {
        authorization: `Bearer ${plaintext}`,
        accept: 'text/csv',
        traceparent: `00-${traceId}-b7ad6b7169203331-01`,
      },
    });
    expect(exported.status).toBe(200);
    const ours = () => collector.spans.filter((span) => span.traceId === traceId);
    const at = (service: string, name: string) => ours().find((span) => span.service === service && span.name === name);
    const entry = () => at('tributary-rest', 'GET /reports/car');
    const asked = () => at('tributary-subgraph-reporting', 'POST /exports/{code}');
    await expect.poll(() => [entry()?.name, asked()?.name]).not.toContain(undefined);
    const hop = at('tributary-rest', 'POST /exports/car');
    expect([hop?.parentSpanId, asked()?.parentSpanId]).toEqual([entry()?.spanId, hop?.spanId]);
    const copy = ours().find(
      ({ about, parentSpanId }) => 'db.query.summary' in about && parentSpanId === asked()?.spanId,
    );
    expect(copy?.service).toBe('tributary-subgraph-reporting');
  });

  it('send an operation from REST to its subgraph, without the gateway', async () => {
    const traceId = randomUUID().replaceAll('-', '');
    const authorization = `Bearer ${(await lender.api()).token}`;
    const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
    const read = await send(`${apart.baseUrl}/v1/autopay-runs`, { headers: { authorization, traceparent } });
    expect(read.status).toBe(200);
    const services = () =>
      new Set(collector.spans.filter((span) => span.traceId === traceId).map(({ service }) => service));
    await expect.poll(services).toEqual(new Set(['tributary-rest', 'tributary-subgraph-payments']));
  });

  it('record, read, list and reverse a payment', async () => {
    const api = new Api(apart.baseUrl, (await lender.api()).token);
    const account = await lender.ledgerAccount();
    const recorded = await api.record(account);
    expect(recorded.status).toBe(201);
    expect((await api.get(`/v1/payments/${recorded.json.payment_id}`)).json).toEqual(recorded.json);
    expect((await api.get(`/v1/accounts/${account}/payments`)).json.items).toEqual([recorded.json]);
    const reversed = await api.reverse(recorded.json.payment_id);
    expect([reversed.status, reversed.json.status]).toEqual([201, 'reversed']);
  });

  it('settle an unknown outcome in the worker’s process', async () => {
    const api = new Api(apart.baseUrl, (await lender.api()).token);
    const recorded = await api.record(await lender.sandboxAccount('SBX-UNCONFIRMED-POSTS'));
    expect(recorded.status).toBe(202);
    await api.settled(recorded.json.payment_id, 'posted');
  });

  it('504 outcome_unknown, not 503, when the payments part dies while the loan system posts; then settled, and 201 for the key', async () => {
    const api = new Api(apart.baseUrl, (await lender.api()).token);
    const account = await lender.sandboxAccount('SBX-HANGS');
    const key = randomUUID();
    const lost = api.record(account, {}, key);
    const recorded = async () => (await api.get(`/v1/accounts/${account}/payments`)).json.items[0]?.payment_id;
    await expect.poll(recorded).toBeDefined();
    const id = await recorded();
    const posted = `select 1 from sandbox_posting where external_reference =
      (select posting_reference from collected_payment where id = $1)`;
    await expect.poll(async () => (await instance.resources.pool.query(posted, [id])).rowCount).toBe(1);
    await apart.payments.kill();
    const answer = await lost;
    expect([answer.status, answer.json]).toEqual([504, refusalOf('outcome_unknown')]);

    const gone = await api.record(await lender.ledgerAccount());
    expect([gone.status, gone.json]).toEqual([503, refusalOf('service_unavailable')]);
    await apart.payments.startAndWaitFor(apart.paymentsUrl);
    await api.settled(id, 'posted', 30_000);
    expect((await api.record(account, {}, key)).status).toBe(201);
  });
});

describe('the API between parts', () => {
  const signedFor = (recipient: CalledPart, part: SigningPart, principal: Principal, deployment = parts) =>
    new InternalTokens({ signatures: deployment.signer(part), clock: systemClock }).sign(principal, recipient);
  /** Each part that others call, and its address. */
  const internalHosts = (): readonly (readonly [CalledPart, string])[] => [
    ['gateway', `${apart.gatewayUrl}/operations/getPayment`],
    ...SUBGRAPH_NAMES.map((name, index) => [`subgraph ${name}`, `${apart.subgraphUrls[index]}/graphql`] as const),
  ];
  const post = async (url: string, token?: string, headers: Readonly<Record<string, string>> = {}) => {
    const body = '{"query":"{ __typename }","variables":{"id":"x"}}';
    const signed = token === undefined ? {} : { [INTERNAL_TOKEN_HEADER]: token };
    const json = { 'content-type': 'application/json' };
    return (await send(url, { method: 'POST', headers: { ...json, ...signed, ...headers }, body })).status;
  };
  const SYSTEM = systemPrincipal('test');

  it('admits principals that a Tributary part has signed for it, and no others', async () => {
    for (const [part, url] of internalHosts()) {
      const genuine = await signedFor(part, 'gateway', ANONYMOUS);
      const forged = await signedFor(part, 'gateway', ANONYMOUS, deployedParts());
      expect([await post(url, genuine), await post(url), await post(url, forged)]).toEqual([200, 401, 401]);
    }
  });

  it('refuses a principal signed for another part, so a compromised part cannot pass it on', async () => {
    for (const [recipient] of internalHosts()) {
      const token = await signedFor(recipient, 'rest', ANONYMOUS);
      for (const [part, url] of internalHosts())
        expect([part, await post(url, token)]).toEqual([part, part === recipient ? 200 : 401]);
    }
  });

  it('accepts `system` from no part, and the secure host’s mark not from REST', async () => {
    for (const [part, url] of internalHosts()) {
      const refused = await Promise.all([
        signedFor(part, 'rest', SYSTEM),
        signedFor(part, 'secure', SYSTEM),
        signedFor(part, 'gateway', SYSTEM),
        signedFor(part, 'worker', SYSTEM),
        signedFor(part, 'worker', ANONYMOUS),
        signedFor(part, 'rest', throughSecureHost(ANONYMOUS)),
      ]);
      for (const token of refused) expect(await post(url, token)).toBe(401);
    }
  });

  it('is not on the public ports: they ignore even a valid signature and serve no internal operation', async () => {
    for (const token of [await signedFor('gateway', 'rest', ANONYMOUS), 'forged']) {
      for (const base of [apart.baseUrl, apart.secureUrl, apart.graphqlUrl]) {
        expect(await post(`${base}/operations/getPayment`, token)).toBe(404);
        // There the gateway serves files for people, with GET.
        expect(await post(`${base}/exports/car`, token)).toBe(base === apart.graphqlUrl ? 405 : 404);
        expect((await send(`${base}/healthz`, { headers: { [INTERNAL_TOKEN_HEADER]: token } })).status).toBe(200);
      }
      for (const base of [apart.baseUrl, apart.secureUrl]) expect(await post(`${base}/graphql`, token)).toBe(404);
      expect(await post(`${apart.graphqlUrl}/graphql`, token)).toBe(401);
      const asked = await send(`${apart.baseUrl}/v1/organizations`, { headers: { [INTERNAL_TOKEN_HEADER]: token } });
      expect(asked.status).toBe(401);
    }
    // The internal ports serve nothing public.
    const authorization = `Bearer ${(await lender.api()).token}`;
    expect(await post(`${apart.gatewayUrl}/graphql`, undefined, { authorization })).toBe(404);
  });

  it('parts without private token keys verify the tokens that REST issues', async () => {
    const { prefix, plaintext } = await lender.key();
    const issued = await send(`${apart.baseUrl}/v1/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'client_credentials', client_id: prefix, client_secret: plaintext }),
    });
    const authorization = `Bearer ${issued.json.access_token}`;
    expect(await post(`${apart.graphqlUrl}/graphql`, undefined, { authorization })).toBe(200);
    // The token is accepted (403 or 422, depending on its scopes), not 401.
    const captured = await post(`${apart.secureUrl}/v1/payment-methods/cards`, undefined, { authorization });
    expect([403, 422]).toContain(captured);
  });

  it.each(['gateway', 'worker', 'subgraph messaging'])(
    'in production serve %s does not start with the private token keys',
    async (words) => {
      const { compose, rest } = await freshDeployment();
      const environment = {
        ...{
          NODE_ENV: 'production',
          DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
          PUBLIC_URL: 'https://api.test',
        },
        ...{ SECURE_CAPTURE_ENABLED: 'false', ...compose, TOKEN_SIGNING_KEYS: rest.TOKEN_SIGNING_KEYS },
      };
      const main = new URL('../../dist/cli/main.js', import.meta.url).pathname;
      const served = promisify(execFile)(process.execPath, [main, 'serve', ...words.split(' ')], {
        env: { ...childEnvironment(), ...environment },
      });
      await expect(served).rejects.toThrow('TOKEN_SIGNING_KEYS: must not be set here');
    },
  );
});

describe('card capture', () => {
  it('answers the same bytes prepared, ordinary and apart: successes, replays, errors and denials', async () => {
    const limits = rateLimits(instance.resources, false);
    const services = secureServices(instance.resources, { run: instance.gateway.runOrdinary }, limits);
    const host = createSecureHost(services, 'false');
    const plain = hostPart('secure', host, { host: '127.0.0.1', port: 0, variable: 'PORT' });
    await plain.start();
    stops.push(() => plain.stop(1_000));
    const secure = [instance.secureUrl, `http://127.0.0.1:${plain.port}`, apart.secureUrl];
    const [{ token }, denied] = [await lender.api(), await lender.api([])];
    const account = await lender.ledgerAccount();
    const foreign = await other.ledgerAccount();
    const counters = secure.map((url) => new CardCounter(url, token, account));
    const captures: readonly [Readonly<Record<string, unknown>>, string][] = [
      [{ nickname: 'mine', set_default: true }, randomUUID()],
      [{ party_id: newId() }, randomUUID()],
      [{ account_id: foreign }, randomUUID()],
      [{ billing_address: undefined }, randomUUID()],
      [{ card: { number: '4000000000000002' } }, randomUUID()],
      [{ card: { number: '4000000000000119' } }, randomUUID()],
      [{ card: { number: '1' }, extra: 1 }, randomUUID()],
    ];
    const seen = [];
    for (const [fields, key] of captures) {
      const answers = [];
      for (const counter of counters) answers.push(await counter.capture(fields, key));
      const shown = answers.map(({ status, text }) => `${status} ${text}`);
      expect(new Set(shown).size, shown.join('\n')).toBe(1);
      seen.push(answers[0]?.status);
    }
    expect(seen).toEqual([201, 422, 404, 422, 422, 502, 422]);
    for (const url of secure) expect((await new CardCounter(url, denied.token, account).capture()).status).toBe(403);
  });

  it('starts in separate processes, and is replayed and found in one process', async () => {
    const { token } = await lender.api();
    const account = await lender.ledgerAccount();
    const key = randomUUID();
    const first = await new CardCounter(apart.secureUrl, token, account).capture({}, key);
    const again = await new CardCounter(instance.secureUrl, token, account).capture({}, key);
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect((await new Api(instance.baseUrl, token).get(`/v1/payment-methods/${first.json.id}`)).text).toBe(first.text);
  });
});

describe('every operation', () => {
  it('answers the same bytes prepared, ordinary and apart: successes, errors and denials', async () => {
    const api = await lender.api();
    const denied = (await lender.api([])).token;
    const account = await lender.ledgerAccount();
    const foreign = await other.ledgerAccount();
    const paid = (await api.record(account)).json.payment_id;
    const reversible = (await api.record(account)).json.payment_id;
    const [recordKey, reverseKey] = [randomUUID(), randomUUID()];
    await api.record(account, {}, recordKey);
    await api.reverse(reversible, {}, reverseKey);
    const payment = { amount_cents: 10_000, payment_method: 'cash' };
    const [funding, idle] = [await lender.paymentMethod(), await lender.paymentMethod()];
    const planned = { ...SCHEDULE, account_id: account, payment_method_id: funding };
    const [scheduleKey, anchored] = [randomUUID(), { ...planned, frequency_unit: 'week', anchor_day: 1 }];
    const schedule = (await api.post('/v1/autopay', planned, { 'idempotency-key': scheduleKey })).json.id;
    const ended = (await api.post('/v1/autopay', planned)).json.id;
    const hook = { url: 'https://receiver.invalid/', types: ['webhook_endpoint.*'] };
    const endpoint = (await api.post('/v1/webhook-endpoints', hook)).json.id;
    const batchKey = randomUUID();
    const batchBody = { rows: [{ ...payment, idempotency_key: randomUUID(), account_id: account }] };
    const batch = (await api.post('/v1/payment-batches', batchBody, { 'idempotency-key': batchKey })).json.batch_id;
    const mail = await populateMessaging(instance.resources.pool, lender);
    const books = {
      ...{ account, foreign, product: await ledgerProduct(api) },
      boarding: await boardingOf(instance.resources.pool, lender),
      foreignBoarding: await boardingOf(instance.resources.pool, other),
      ...(await performed(api)),
    };
    const requests: Readonly<
      Record<
        string,
        readonly (readonly [path: string, body?: object | undefined, key?: string | undefined, method?: string])[]
      >
    > = {
      ...ledgerRequests(books),
      getOrganization: [
        [`/v1/organizations/${lender.organizationId}`],
        [`/v1/organizations/${other.organizationId}`],
        ['/v1/organizations/x'],
      ],
      getAccount: [
        [`/v1/accounts/${account}`],
        [`/v1/accounts/${await lender.sandboxAccount('SBX-NOT-PAYABLE')}`],
        [`/v1/accounts/${foreign}`],
        ['/v1/accounts/x'],
      ],
      listAccounts: [['/v1/accounts?limit=2'], ['/v1/accounts?to=2020-01-01'], ['/v1/accounts?cursor=bad']],
      listAccountTransactions: [
        [`/v1/accounts/${account}/transactions?limit=1`],
        [`/v1/accounts/${foreign}/transactions`],
        [`/v1/accounts/${account}/transactions?cursor=bad`],
      ],
      listLifecycleEvents: [
        [`/v1/accounts/${account}/lifecycle-events`],
        [`/v1/accounts/${foreign}/lifecycle-events`],
        [`/v1/accounts/${account}/lifecycle-events?cursor=bad`],
      ],
      listTransactions: [
        ['/v1/transactions?limit=3'],
        ['/v1/transactions?from=2020-01-01&to=2020-12-31'],
        ['/v1/transactions?cursor=bad'],
      ],
      listPersons: [['/v1/persons'], ['/v1/persons?to=2020-01-01'], ['/v1/persons?cursor=bad']],
      getPerson: [[`/v1/persons/${lender.personId}`], [`/v1/persons/${other.personId}`], ['/v1/persons/x']],
      listPersonAccounts: [
        [`/v1/persons/${lender.personId}/accounts?limit=1`],
        [`/v1/persons/${other.personId}/accounts`],
        [`/v1/persons/${lender.personId}/accounts?cursor=bad`],
      ],
      ...reportRequests(other.organizationId),
      listOrganizations: [['/v1/organizations'], ['/v1/organizations?limit=0'], ['/v1/organizations?cursor=bad']],
      getPayment: [[`/v1/payments/${paid}`], [`/v1/payments/${newId()}`], ['/v1/payments/x']],
      listPayments: [
        [`/v1/accounts/${account}/payments?limit=1`],
        [`/v1/accounts/${foreign}/payments`],
        [`/v1/accounts/${account}/payments?cursor=bad`],
      ],
      listAllPayments: [
        ['/v1/payments?limit=1'],
        ['/v1/payments?external_reference=nobody'],
        [`/v1/payments?account_id=${foreign}`],
        ['/v1/payments?status=lost'],
      ],
      getIdempotencyKey: [[`/v1/idempotency-keys/${recordKey}`], [`/v1/idempotency-keys/${newId()}`]],
      recordPayment: [
        [`/v1/accounts/${account}/payments`, payment, recordKey],
        [`/v1/accounts/${account}/payments`, { ...payment, amount_cents: 1 }, recordKey],
        [`/v1/accounts/${account}/payments`, { ...payment, amount_cents: 99_999_999 }, randomUUID()],
        [`/v1/accounts/${foreign}/payments`, payment, randomUUID()],
        [`/v1/accounts/${account}/payments`, { payment_method: 'check' }, randomUUID()],
      ],
      reversePayment: [
        [`/v1/payments/${reversible}/reversal`, {}, reverseKey],
        [`/v1/payments/${reversible}/reversal`, {}, randomUUID()],
        [`/v1/payments/${newId()}/reversal`, {}, randomUUID()],
      ],
      listEvents: [['/v1/events?limit=2'], ['/v1/events?type=payment.*&after=x']],
      createWebhookEndpoint: [['/v1/webhook-endpoints', { url: 'ftp://x', types: [] }]],
      listWebhookEndpoints: [['/v1/webhook-endpoints?limit=1'], ['/v1/webhook-endpoints?cursor=x']],
      getWebhookEndpoint: [[`/v1/webhook-endpoints/${endpoint}`], [`/v1/webhook-endpoints/${newId()}`]],
      updateWebhookEndpoint: [
        [`/v1/webhook-endpoints/${endpoint}`, { description: 'changed' }, undefined, 'PATCH'],
        [`/v1/webhook-endpoints/${newId()}`, {}, undefined, 'PATCH'],
      ],
      endWebhookAddress: [[`/campaign-events/webhook-addresses/${newId()}`, undefined, undefined, 'DELETE']],
      deleteWebhookEndpoint: [[`/v1/webhook-endpoints/${newId()}`, undefined, undefined, 'DELETE']],
      rotateWebhookEndpointSecret: [[`/v1/webhook-endpoints/${newId()}/secret`, {}]],
      testWebhookEndpoint: [[`/v1/webhook-endpoints/${newId()}/test`, {}]],
      resendWebhookEvents: [
        [`/v1/webhook-endpoints/${endpoint}/resend`, { from: '2099-01-01T00:00:00Z' }],
        [`/v1/webhook-endpoints/${newId()}/resend`, {}],
      ],
      listWebhookAttempts: [
        [`/v1/webhook-endpoints/${endpoint}/attempts`],
        [`/v1/webhook-endpoints/${newId()}/attempts?limit=1`],
      ],
      createPaymentBatch: [
        ['/v1/payment-batches', batchBody, batchKey],
        ['/v1/payment-batches', { ...batchBody, mode: 'continue' }, batchKey],
        ['/v1/payment-batches', { rows: [{ account_id: foreign }] }, randomUUID()],
      ],
      getPaymentBatch: [[`/v1/payment-batches/${batch}`], [`/v1/payment-batches/${newId()}`]],
      listPaymentBatches: [['/v1/payment-batches?limit=1'], ['/v1/payment-batches?cursor=bad']],
      listPaymentBatchResults: [
        [`/v1/payment-batches/${batch}/results?limit=1`],
        [`/v1/payment-batches/${newId()}/results`],
      ],
      getPaymentBatchResultFile: [],
      resumePaymentBatch: [
        [`/v1/payment-batches/${newId()}/resume`, {}, randomUUID()],
        [`/v1/payment-batches/${batch}/resume`, {}, randomUUID()],
      ],
      createAutopaySchedule: [
        ['/v1/autopay', planned, scheduleKey],
        ['/v1/autopay', { ...planned, amount_cents: 1 }, scheduleKey],
        ['/v1/autopay', anchored, randomUUID()],
        ['/v1/autopay', { ...planned, account_id: foreign }, randomUUID()],
      ],
      updateAutopaySchedule: [
        [`/v1/autopay/${schedule}`, { amount_cents: 7, status: 'paused' }, undefined, 'PATCH'],
        [`/v1/autopay/${schedule}`, { end_date: null }, undefined, 'PATCH'],
        [`/v1/autopay/${schedule}`, { start_date: null }, undefined, 'PATCH'],
        [`/v1/autopay/${newId()}`, {}, undefined, 'PATCH'],
      ],
      deleteAutopaySchedule: [
        [`/v1/autopay/${ended}`, undefined, undefined, 'DELETE'],
        ['/v1/autopay/x', undefined, undefined, 'DELETE'],
      ],
      getAutopaySchedule: [[`/v1/autopay/${ended}`], [`/v1/autopay/${newId()}`]],
      listAutopaySchedules: [[`/v1/autopay?account_id=${account}&limit=1`], ['/v1/autopay?cursor=bad']],
      listAutopayRuns: [
        [`/v1/autopay/${schedule}/runs?limit=1`],
        [`/v1/autopay/${newId()}/runs`],
        [`/v1/autopay/${schedule}/runs?cursor=bad`],
      ],
      listAllAutopayRuns: [
        [`/v1/autopay-runs?account_id=${account}&status=missed&limit=1`],
        ['/v1/autopay-runs?status=x'],
        ['/v1/autopay-runs?cursor=bad'],
      ],
      getAutopayRun: [[`/v1/autopay-runs/${newId()}`], ['/v1/autopay-runs/x']],
      listDisputes: [[`/v1/disputes?account_id=${account}&status=won`], ['/v1/disputes?cursor=bad']],
      getDispute: [[`/v1/disputes/${newId()}`], ['/v1/disputes/x']],
      updatePaymentMethod: [
        [`/v1/payment-methods/${funding}`, { nickname: 'mine' }, undefined, 'PATCH'],
        [`/v1/payment-methods/${funding}`, { nickname: null }, undefined, 'PATCH'],
        [`/v1/payment-methods/${funding}`, { holder_name: null, id: 1 }, undefined, 'PATCH'],
      ],
      deletePaymentMethod: [
        [`/v1/payment-methods/${idle}`, undefined, undefined, 'DELETE'],
        [`/v1/payment-methods/${funding}`, undefined, undefined, 'DELETE'],
        [`/v1/payment-methods/${newId()}`, undefined, undefined, 'DELETE'],
      ],
      getPaymentMethod: [[`/v1/payment-methods/${idle}`], [`/v1/payment-methods/${newId()}`]],
      listPaymentMethods: [
        [`/v1/payment-methods?party_id=${lender.personId}&limit=1`],
        ['/v1/payment-methods?limit=0'],
      ],
      ...contentRequests(mail, await populateMessaging(instance.resources.pool, other)),
      listAccountPaymentMethods: [
        [`/v1/accounts/${account}/payment-methods`],
        [`/v1/accounts/${foreign}/payment-methods`],
      ],
    };
    const keys = [(await lender.key()).plaintext, (await lender.key([])).plaintext];
    const manifest = JSON.parse(
      readFileSync(new URL('../../gateway/persisted-operations.json', import.meta.url), 'utf8'),
    );
    const ofTheSecureHost = SECURE_ROUTES.flatMap((route) => (route.kind === 'local' ? (route.runs ?? []) : []));
    expect([...Object.keys(requests), ...ofTheSecureHost].sort()).toEqual(Object.keys(manifest).sort());

    for (const [path, body, key, method] of Object.values(requests).flat()) {
      for (const token of path.startsWith('/v1/') ? [api.token, denied] : keys) {
        const through = async (baseUrl: string) => {
          const client = new Api(baseUrl, token);
          const way = method ?? (body === undefined ? 'GET' : 'POST');
          const headers = { 'idempotency-key': key ?? '', workspace_id: mail.workspaceId };
          const answer = await call(client, way, path, body, headers);
          return `${answer.status} ${answer.text}`;
        };
        const prepared = await through(hosts.prepared);
        expect(prepared).not.toMatch(/^5/);
        expect(await through(hosts.ordinary), path).toBe(prepared);
        expect(await through(hosts.apart), path).toBe(prepared);
      }
    }
  });
});

interface Books {
  readonly account: string;
  readonly foreign: string;
  readonly product: string;
  readonly boarding: string;
  readonly foreignBoarding: string;
  /** Completed writes by operation; every deployment gives the same answer to their replays. */
  readonly done: Readonly<
    Record<'booked' | 'made' | 'waived' | 'adjusted' | 'lost' | 'undone' | 'paidOut' | 'closed' | 'revised', Done>
  >;
}
type Done = readonly [path: string, body: object, key: string];

/** Performs writes of the ledger, each with its key. */
async function performed(api: Api): Promise<Pick<Books, 'done'>> {
  const write = async (path: string, body: object): Promise<{ readonly done: Done; readonly id: string }> => {
    const key = randomUUID();
    const answer = await api.post(path, body, { 'idempotency-key': key });
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return { done: [path, body, key], id: answer.json.id };
  };
  const booked = await write('/v1/ledger/loans', bookingOf());
  const loan = `/v1/ledger/loans/${booked.id}`;
  const paidOut = await write(`${loan}/disbursement`, {});
  const adjusted = await write(`${loan}/adjustments`, { fees_cents: 5, reason: 'r' });
  const waived = await write(`${loan}/waivers`, { component: 'fees', amount_cents: 5, reason: 'r' });
  const lost = await write(`${loan}/charge-off`, { reason: 'r' });
  const undone = await write(`${loan}/charge-off/reversal`, { reason: 'r' });
  const closed = await write(`/v1/ledger/loans/${await pendingLoan(api)}/closing`, {});
  const made = await write('/v1/ledger/products', { code: `P-${newId()}`, name: 'n' });
  const revised = await write(`/v1/ledger/products/${made.id}/versions`, { late_fee_cents: 5 });
  const each = { booked, made, waived, adjusted, lost, undone, paidOut, closed, revised };
  return { done: Object.fromEntries(Object.entries(each).map(([name, { done }]) => [name, done])) as Books['done'] };
}

/** The ledger's operations: replays, refused ones, and ones on another lender's objects. */
function ledgerRequests({ account, foreign, product, boarding, foreignBoarding, done }: Books) {
  const refused = (path: string): Done => [`/v1/ledger/loans/${foreign}/${path}`, { reason: 'r' }, randomUUID()];
  return {
    bookLedgerLoan: [done.booked, ['/v1/ledger/loans', { loan_number: '' }, randomUUID()]],
    getLedgerLoan: [[`/v1/ledger/loans/${account}`], [`/v1/ledger/loans/${foreign}`]],
    disburseLedgerLoan: [done.paidOut, [`/v1/ledger/loans/${foreign}/disbursement`, {}, randomUUID()]],
    waiveOnLedgerLoan: [done.waived, refused('waivers')],
    adjustLedgerLoan: [done.adjusted, refused('adjustments')],
    chargeOffLedgerLoan: [done.lost, refused('charge-off')],
    undoLedgerChargeOff: [done.undone, refused('charge-off/reversal')],
    closeLedgerLoan: [done.closed, [`/v1/ledger/loans/${foreign}/closing`, {}, randomUUID()]],
    createLedgerProduct: [done.made, ['/v1/ledger/products', {}, randomUUID()]],
    reviseLedgerProduct: [
      done.revised,
      [`/v1/ledger/products/${newId()}/versions`, { late_fee_cents: 5 }, randomUUID()],
    ],
    updateLedgerProduct: [[`/v1/ledger/products/${newId()}`, { name: 'n' }, undefined, 'PATCH']],
    getLedgerProduct: [[`/v1/ledger/products/${product}`], [`/v1/ledger/products/${newId()}`]],
    listLedgerProducts: [['/v1/ledger/products?limit=1'], ['/v1/ledger/products?cursor=bad']],
    getLedgerBoarding: [[`/v1/ledger/boardings/${boarding}`], [`/v1/ledger/boardings/${foreignBoarding}`]],
    abandonLedgerBoarding: [
      [`/v1/ledger/boardings/${boarding}/abandonment`, {}, randomUUID()],
      [`/v1/ledger/boardings/${foreignBoarding}/abandonment`, {}, randomUUID()],
    ],
    listLedgerBoardingProblems: [
      [`/v1/ledger/boardings/${boarding}/problems`],
      [`/v1/ledger/boardings/${foreignBoarding}/problems`],
    ],
    listLedgerEntries: [
      ['/v1/ledger/entries?limit=2'],
      [`/v1/ledger/entries?account_id=${foreign}`],
      ['/v1/ledger/entries?cursor=bad'],
    ],
    getGeneralLedger: [['/v1/ledger/general-ledger'], ['/v1/ledger/general-ledger?from=2020-02-30']],
    getTestClock: [['/v1/test-clock'], [`/v1/test-clock?organization_id=${newId()}`]],
    advanceTestClock: [['/v1/test-clock/advance', { days: 1 }, randomUUID()]],
    getPayoff: [[`/v1/accounts/${account}/payoff`], [`/v1/accounts/${foreign}/payoff`]],
    getPayoffLetter: [[`/v1/accounts/${foreign}/payoff-letter`]],
  } as const;
}

/** Requests on workspace content. Successful creations would differ between deployments, so these are refused. */
function contentRequests(
  own: PopulatedMessaging,
  foreign: PopulatedMessaging,
): Readonly<Record<string, readonly (readonly [path: string, body?: object, key?: undefined, method?: string])[]>> {
  const [template, field, asset] = [
    `/email-templates/${own.templateId}`,
    `/workspace-merge-fields/${own.mergeFieldId}`,
    `/workspace-assets/${own.assetId}`,
  ];
  const changed = (path: string, body: object) => [path, body, undefined, 'PUT'] as const;
  const of = { workspace_id: own.workspaceId, name: 'n' };
  return {
    createEmailTemplate: [
      ['/email-templates/', { ...of, subject_template: '{{ a | nope }}', html_template: '\n{% if %}' }],
      ['/email-templates', { ...of, workspace_id: foreign.workspaceId, subject_template: 's' }],
    ],
    getEmailTemplate: [[template], [`${template}/`], [`/email-templates/${foreign.templateId}`]],
    listEmailTemplates: [[`/email-templates/?workspace_id=${own.workspaceId}`], ['/email-templates?cursor=bad']],
    updateEmailTemplate: [
      changed(template, { description: 'd', html_template: '<p>{{ company }}', name: null }),
      changed(template, { description: null }),
      changed(template, { workspace_id: foreign.workspaceId }),
    ],
    previewEmailTemplate: [
      [`${template}/preview`, { sample_data: { logo: '<b>', deep: { list: [1, null] } } }],
      [`${template}/preview`, {}],
      [`/email-templates/${foreign.templateId}/preview`, {}],
    ],
    acceptWebhook: [
      ['/campaign-events/webhook', [{ event_type: 'open', recipient: 'né@example.com' }]],
      ['/campaign-events/webhook/', {}],
      ['/campaign-events/webhook/pigeon', {}],
    ],
    createWebhookAddress: [
      ['/campaign-events/webhook-addresses/', { provider: 'pigeon' }],
      ['/campaign-events/webhook-addresses/', { provider: 'sendgrid', name: 'x', public_key: 'no key' }],
    ],
    listWebhookAddresses: [
      ['/campaign-events/webhook-addresses/?limit=1'],
      ['/campaign-events/webhook-addresses/?cursor=x'],
    ],
    listCampaignEvents: [['/campaign-events/'], ['/campaign-events?event_type=bounce'], ['/campaign-events/?page=0']],
    createWorkspaceMergeField: [['/workspace-merge-fields/', { ...of, placeholder: 'logo', value: 'v' }]],
    getWorkspaceMergeField: [[field], [`/workspace-merge-fields/${foreign.mergeFieldId}`]],
    listWorkspaceMergeFields: [['/workspace-merge-fields/?limit=1'], ['/workspace-merge-fields?limit=0']],
    updateWorkspaceMergeField: [
      changed(field, { value: 'changed', is_active: false, name: null }),
      changed(field, { placeholder: 'logo' }),
    ],
    createWorkspaceAsset: [['/workspace-assets/', { ...of, placeholder: 'company' }]],
    getWorkspaceAsset: [[asset], ['/workspace-assets/x']],
    listWorkspaceAssets: [[`/workspace-assets?workspace_id=${foreign.workspaceId}`]],
    updateWorkspaceAsset: [changed(asset, { name: 'changed' }), changed(asset, { url: null })],
  };
}

/** Reports are not under `/v1`; their bearers are keys. */
function reportRequests(foreignOrganizationId: string): Readonly<Record<string, readonly (readonly [path: string])[]>> {
  const reports = BASE_ROUTES.filter((route) => route.kind === 'operation' && route.path.startsWith('/reports/'));
  return Object.fromEntries(
    reports.map(({ operationId, path }) => [
      operationId,
      [
        [`${path}?limit=2`],
        [`${path}?from=2020-01-01&to=2020-12-31`],
        [`${path}?cursor=bad`],
        [`${path}?organization_id=${foreignOrganizationId}`],
      ],
    ]),
  );
}
