import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { camelCased } from '../../core/contract/case-conversion.js';
import { Problem } from '../../core/errors/problem.js';
import type { ValidationIssue } from '../../core/errors/validation.js';
import type { Principal } from '../../core/principal/principal.js';
import { subgraphsSource } from '../../runtime/assembly/subgraphs-source.js';
import { postings } from '../../subgraphs/payments/collected/build-posting-services.js';
import type { PaymentRecorder } from '../../subgraphs/payments/collected/recording/record-payment.js';
import { type ApiAnswer, send } from '../support/api.js';
import { type Ask, graphClient, RECORD } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/*
 * One schema defines which payments are valid, and the service checks it: no API has rules of its own, and none
 * bypasses it.
 */

let instance: TestInstance;
let lender: Lender;
let account: string;
let token: string;
let ask: Ask;
let recorder: PaymentRecorder;
let principal: Principal;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  lender = await instance.lender();
  account = await lender.ledgerAccount();
  ({ token } = await lender.api());
  ask = graphClient(instance.graphqlUrl, (await lender.key()).plaintext);
  ({ recorder } = postings(subgraphsSource(instance.resources)));
  principal = {
    ...{ kind: 'api_key', actor: 'testtest' },
    ...{ organizationIds: [lender.organizationId], scopes: ['external_payments:write'] },
  };
});
afterAll(() => instance.close());

/** Field, type and message of each problem, without the API's own prefix of the field. */
type Problems = readonly string[];
const problemsOf = (issues: readonly ValidationIssue[]): Problems =>
  issues.map(({ loc, type, msg }) => {
    const field = String(loc.at(-1)).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return `${field}: ${type}: ${msg}`;
  });

const atTheService = async (body: object): Promise<Problems> => {
  const request = { accountId: account, idempotencyKey: randomUUID(), body };
  const refused: unknown = await recorder.record(principal, request).catch((error: unknown) => error);
  return refused instanceof Problem ? problemsOf(refused.issues ?? []) : [];
};

const post = (path: string, type: string, body: string): Promise<ApiAnswer> =>
  send(`${instance.baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type, 'idempotency-key': randomUUID() },
    body,
  });
const issuesIn = ({ status, json }: ApiAnswer): Problems => (status === 422 ? problemsOf(json.detail) : []);

const singly = async (body: object): Promise<Problems> =>
  issuesIn(await post(`/v1/accounts/${account}/payments`, 'application/json', JSON.stringify(body)));

const inABatch = async (body: object): Promise<Problems> => {
  const rows = [{ ...body, idempotency_key: 'a', account_id: account }];
  return issuesIn(await post('/v1/payment-batches', 'application/json', JSON.stringify({ rows })));
};

const inAFile = async (body: object): Promise<Problems> => {
  const members = Object.entries({ ...body, idempotency_key: 'a', account_id: account });
  const lines = [members.map(([name]) => name), members.map(([, value]) => value)].map((cells) => cells.join());
  return issuesIn(await post('/v1/payment-batches', 'text/csv', `${lines.join('\n')}\n`));
};

const overGraphql = async (body: object): Promise<Problems> => {
  const { json } = await ask(RECORD, { accountId: account, key: randomUUID(), input: camelCased(body) });
  return problemsOf(json.errors?.[0]?.extensions.issues ?? []);
};

describe('an invalid payment', () => {
  it.each([
    ['no amount is paid', { amount_cents: 0, payment_method: 'cash' }],
    ['a check without its number', { amount_cents: 100, payment_method: 'check' }],
    ['a negative check number', { amount_cents: 100, payment_method: 'check', check_number: -1 }],
    ['cash with a brand', { amount_cents: 100, payment_method: 'cash', card_brand: 'visa' }],
    ['a card without its brand', { amount_cents: 100, payment_method: 'card' }],
    ['a long reference', { amount_cents: 100, payment_method: 'cash', external_reference: 'x'.repeat(65) }],
    ['a long note', { amount_cents: 100, payment_method: 'cash', memo: 'x'.repeat(201) }],
    ['a card’s number', { amount_cents: 100, payment_method: 'cash', external_reference: '4111 1111 1111 1111' }],
    ['a hidden mark', { amount_cents: 100, payment_method: 'cash', memo: 'a\u202Eb' }],
    ['all at once', { amount_cents: -1, payment_method: 'check', card_brand: 'visa', memo: 'x'.repeat(201) }],
  ])('%s: the same problems in every API', async (_, body) => {
    const expected = await atTheService(body);
    expect(expected).not.toEqual([]);
    expect(await singly(body), 'REST').toEqual(expected);
    expect(await overGraphql(body), 'GraphQL').toEqual(expected);
    expect(await inABatch(body), 'batch').toEqual(expected);
    expect(await inAFile(body), 'file').toEqual(expected);
  });

  it.each([
    ['an unknown member', { amount_cents: 100, payment_method: 'cash', effective_date: '2026-01-15' }],
    ['an unknown method', { amount_cents: 100, payment_method: 'barter' }],
    ['a fraction of a cent', { amount_cents: 0.5, payment_method: 'cash' }],
    ['no method', { amount_cents: 100 }],
    ['not an object', []],
  ])('%s: the service refuses it, whatever an API would let pass', async (_, body) => {
    const expected = await atTheService(body);
    expect(expected).not.toEqual([]);
    expect(await singly(body)).toEqual(expected);
  });
});
