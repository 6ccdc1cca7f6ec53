import { createHash, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTRACT } from '../support/contract/operations.js';
import { type FuzzedOperation, type FuzzRequest, requestsOf } from '../support/fuzz/requests.js';
import { fuzzSender } from '../support/fuzz/send.js';
import { addRows, type LenderWithRows, lenderWithRows, SCHEDULE } from '../support/lender-with-rows.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/*
 * Random requests, generated from the contract document only: valid, nearly valid, hostile. FUZZ_SEED and FUZZ_REQUESTS
 * (per operation) select others. The test host also checks every answer against the document.
 */
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_121);
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 30);
const CONNECTIONS = 6;
const LEAST_REACHING = 0.3;

const operations = Object.entries<any>(CONTRACT.paths)
  .flatMap(([path, item]) =>
    Object.entries<any>(item).map(
      ([method, operation]): FuzzedOperation => ({ method: method.toUpperCase(), path, operation }),
    ),
  )
  .filter(takesJson);

/** Portfolio files are tested with hostile rows in their own tests. */
function takesJson({ operation }: FuzzedOperation): boolean {
  return operation.requestBody === undefined || operation.requestBody.content['application/json'] !== undefined;
}

/**
 * Operations that seldom succeed, and their condition for success. For these the test only requires that no answer is a
 * 500.
 */
const SELDOM: Readonly<Record<string, string>> = {
  getPayoff: 'a day within the next thirty',
  getPayoffLetter: 'a day within the next thirty',
  listLedgerEntries: 'the name of a ledger account',
  bookLedgerLoan: 'an unused number, an existing product and an existing person',
  disburseLedgerLoan: 'a pending loan, once',
  waiveOnLedgerLoan: 'a loan that owes the waived amount',
  adjustLedgerLoan: 'an open loan that owes the amount taken off',
  chargeOffLedgerLoan: 'an open loan, once',
  undoLedgerChargeOff: 'a charged-off loan',
  closeLedgerLoan: 'a loan that owes nothing',
  abandonLedgerBoarding: 'a boarding that has not ended',
  createLedgerProduct: 'an unused code',
  getTestClock: 'a sandbox organization',
  advanceTestClock: 'a sandbox organization',
  createWebhookAddress: 'a public key for the provider that needs one, and none for others',
  testWebhookEndpoint: 'an endpoint that another request has not disabled',
  listEvents: 'the id of an event to continue after',
  resendWebhookEvents: 'either an event or a time',
  createPaymentBatch: 'no CSV parameters with JSON, and fewer than ten open batches',
  resumePaymentBatch: 'a batch that has stopped',
  takeProcessorEvent: 'the card processor’s signature',
};

let instance: TestInstance;
let own: LenderWithRows;
let known: Readonly<Record<string, unknown>>;
let secret: { readonly prefix: string; readonly plaintext: string };
let senders: Readonly<Record<'base' | 'secure', ReturnType<typeof fuzzSender>>>;

beforeAll(async () => {
  // A separate endpoint for each request that deletes one.
  instance = await openTestInstance({ worker: false, environment: { WEBHOOK_ENDPOINTS_PER_ORGANIZATION: '1000' } });
  own = await lenderWithRows(instance, 'Alder Lending');
  await addRows(instance, own);
  secret = await own.lender.key();
  known = {
    organization_id: own.lender.organizationId,
    account_id: own.ids['accounts'],
    payment_method_id: own.ids['payment-methods'],
    party_id: own.lender.personId,
    workspace_id: own.ids['workspaces'],
    client_id: secret.prefix,
    client_secret: secret.plaintext,
  };
  senders = { base: fuzzSender(instance.baseUrl, CONNECTIONS), secure: fuzzSender(instance.secureUrl, CONNECTIONS) };
});
afterAll(async () => {
  senders?.base.close();
  senders?.secure.close();
  await instance?.close();
});

describe(`requests of the seed ${SEED}`, () => {
  it.each(operations.map((fuzzed) => [`${fuzzed.method} ${fuzzed.path}`, fuzzed] as const))(
    '%s',
    async (name, fuzzed) => {
      // Seeded by its name, so that an operation's requests do not change when another operation is added.
      const seed = createHash('sha256').update(`${SEED} ${name}`).digest().readInt32BE();
      const requests = fc.sample(requestsOf(fuzzed, known), { seed, numRuns: REQUESTS });
      const outcomes: Outcome[] = [];
      for (let first = 0; first < requests.length; first += CONNECTIONS) {
        outcomes.push(
          ...(await Promise.all(requests.slice(first, first + CONNECTIONS).map((one) => outcomeOf(fuzzed, one)))),
        );
      }
      const bad = outcomes.filter(
        ({ status }) => status === 0 || (status >= 500 && !(status in fuzzed.operation.responses && status === 501)),
      );
      expect(bad, `FUZZ_SEED=${SEED}`).toEqual([]);

      const canSucceed =
        !Object.hasOwn(SELDOM, fuzzed.operation.operationId.replace(/Unversioned$/, '')) &&
        Object.keys(fuzzed.operation.responses).some((status) => status.startsWith('2'));
      const reached = outcomes.filter(({ status }) => status >= 200 && status < 300).length;
      const refused = outcomes.filter(({ kind, status }) => kind === 'valid' && status >= 300).slice(0, 1);
      if (canSucceed)
        expect(reached / outcomes.length, `FUZZ_SEED=${SEED} ${JSON.stringify(refused)}`).toBeGreaterThanOrEqual(
          LEAST_REACHING,
        );
    },
    60_000,
  );
});

interface Outcome {
  readonly kind: FuzzRequest['kind'];
  /** 0 without an answer. */
  readonly status: number;
  readonly said: string;
  readonly asked: unknown;
}

async function outcomeOf(fuzzed: FuzzedOperation, request: FuzzRequest): Promise<Outcome> {
  const asked = await addressed(fuzzed, request);
  try {
    const { status, text } = await senders[isOfSecureHost(fuzzed) ? 'secure' : 'base'].send(asked);
    return { kind: request.kind, status, said: text.slice(0, 300), asked: withoutCredential(asked) };
  } catch (error) {
    return { kind: request.kind, status: 0, said: String(error), asked: withoutCredential(asked) };
  }
}

/** In the document, only operations of the secure host name a host. */
function isOfSecureHost({ operation }: FuzzedOperation): boolean {
  return operation.servers?.length === 1;
}

function withoutCredential({
  headers: { Authorization: _, ...headers },
  ...asked
}: Awaited<ReturnType<typeof addressed>>) {
  return { ...asked, headers };
}

async function addressed({ method, path, operation }: FuzzedOperation, request: FuzzRequest) {
  let target = path;
  for (const [placeholder = '', name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    const value =
      request.path[name] ?? (await idFor(operation.operationId, path.split(`/${placeholder}`)[0] ?? '', name));
    target = target.replace(placeholder, onTheWire(value));
  }
  const query = request.query.map(([name, value]) => `${onTheWire(name)}=${onTheWire(value)}`).join('&');
  const headers: Record<string, string> = {
    ...(request.body !== undefined && { 'Content-Type': 'application/json' }),
    ...request.headers,
  };
  const authorization = credential(operation);
  return {
    method,
    target: query === '' ? target : `${target}?${query}`,
    headers: { ...(authorization !== undefined && { Authorization: authorization }), ...headers },
    body: request.body,
  };
}

/** Percent-encodes text, except for intended oddities: a percent sign is sent unchanged. */
function onTheWire(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))
    .replaceAll('%25', '%')
    .replace(/^$/, '%20');
}

function credential({ security }: FuzzedOperation['operation']): string | undefined {
  const schemes: readonly string[] = security.flatMap((one: object) => Object.keys(one));
  if (schemes.includes('access_token')) return `Bearer ${own.v1.token}`;
  return schemes.includes('api_key') ? `Bearer ${secret.plaintext}` : undefined;
}

/** The id in a path for a request that may succeed: a new one if a success uses it up. */
async function idFor(operationId: string, before: string, name: string): Promise<string> {
  if (/^reversePayment/.test(operationId)) {
    const { json } = await own.v1.record(await payable(), { amount_cents: 1 });
    return json.payment_id;
  }
  if (/^deleteWebhookEndpoint/.test(operationId)) {
    const endpoint = { url: 'https://receiver.invalid/', types: ['webhook_endpoint.*'] };
    return (await own.v1.post('/v1/webhook-endpoints', endpoint)).json.id;
  }
  if (/^deletePaymentMethod/.test(operationId)) return own.lender.paymentMethod();
  if (/^deleteAutopaySchedule/.test(operationId)) {
    const account_id = known['account_id'];
    const body = { ...SCHEDULE, account_id, payment_method_id: known['payment_method_id'] };
    return (await own.unversioned.post('/autopay', body, { 'idempotency-key': randomUUID() })).json.id;
  }
  if (name === 'provider' || name === 'provider_or_address') return 'generic';
  if (name === 'code') return 'any';
  if (name === 'processor') return 'stripe';
  const id = own.ids[before.split('/').at(-1) ?? ''];
  if (id === undefined) throw new Error(`no id is furnished for ${before}/`);
  return id;
}

let account: Promise<string> | undefined;
function payable(): Promise<string> {
  account ??= own.lender.ledgerAccount();
  return account;
}
