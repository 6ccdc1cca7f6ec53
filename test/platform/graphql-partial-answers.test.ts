import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Problem } from '../../core/errors/problem.js';
import { newId } from '../../core/ids/ids.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { SCOPES, type Scope } from '../../core/principal/scopes.js';
import type { SubgraphName } from '../../core/principal/subgraph-names.js';
import { createGateway } from '../../gateway/gateway.js';
import { localSubgraph, type SubgraphClient } from '../../gateway/subgraph-client.js';
import { subgraphExecutor } from '../../runtime/assembly/subgraph-executor.js';
import { subgraphsSource } from '../../runtime/assembly/subgraphs-source.js';
import { SUBGRAPHS } from '../../subgraphs/index.js';
import type { ApiAnswer } from '../support/api.js';
import { type Ask, graphClient, LIST } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { operatorToken } from '../support/operators.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let instance: TestInstance;
let lender: Lender;
let ask: Ask;
let admin: Ask;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  lender = await instance.lender();
  ask = await withScopes(SCOPES);
  const token = await operatorToken(instance.resources, { subject: 'ola', role: 'admin' });
  admin = graphClient(instance.graphqlUrl, token);
});
afterAll(() => instance.close());

const withScopes = async (scopes: readonly Scope[]): Promise<Ask> =>
  graphClient(instance.graphqlUrl, (await lender.api(scopes)).token);
const codes = (answer: ApiAnswer): readonly string[] =>
  (answer.json.errors ?? []).map(({ extensions }: { extensions: { code: string } }) => extensions.code);
const payments = async (accountId: string): Promise<readonly unknown[]> =>
  (await ask(LIST, { accountId })).json.data.payments.items;
const recordOn = (accountId: string, amountCents: string = '777') =>
  `recordPayment(accountId: "${accountId}", idempotencyKey: "${randomUUID()}",
    input: { amountCents: ${amountCents}, paymentMethod: cash }) { payment { id status account { statusCode } } }`;

describe('a value that its scalar cannot read is refused before anything is executed', () => {
  const schedule = (startDate: string) => `createAutopaySchedule(input: { accountId: "A", paymentMethodId: "M",
    amountCents: 1, frequencyUnit: day, frequencyInterval: 1, startDate: ${startDate} }) { __typename }`;
  const key = (expiresAt: string) =>
    `createApiKey(input: { name: "n", organizationIds: [], scopes: [], expiresAt: ${expiresAt} }) { plaintext }`;

  it.each([
    ['SafeInt', '1.5', (value: string) => recordOn('A', value)],
    ['SafeInt', '"100"', (value: string) => recordOn('A', value)],
    ['Date', '"yesterday"', schedule],
    ['DateTime', '"2030-01-01"', key],
  ])('%s: %s', async (type, value, second) => {
    const accountId = await lender.ledgerAccount();
    const written = await admin(`mutation { a: ${recordOn(accountId)} b: ${second(value)} }`);
    const sent = await admin(`mutation ($value: ${type}!) { a: ${recordOn(accountId)} b: ${second('$value')} }`, {
      value: JSON.parse(value),
    });
    for (const answer of [written, sent]) {
      expect([answer.status, answer.json.data]).toEqual([400, undefined]);
      expect(answer.json.errors).toHaveLength(1);
      expect(answer.json.errors[0].locations[0]).toEqual({ line: expect.any(Number), column: expect.any(Number) });
      expect(answer.json.errors[0].message).toContain(value);
    }
    expect([codes(written), codes(sent)]).toEqual([['GRAPHQL_VALIDATION_FAILED'], ['BAD_USER_INPUT']]);
    expect(await payments(accountId)).toEqual([]);
  });

  it('JsonObject, of a query: a list', async () => {
    const preview = (value: string) => `previewEmailTemplate(id: "T", sampleData: ${value}) { __typename }`;
    const written = await ask(`{ organizations { items { id } } ${preview('[]')} }`);
    const sent = await ask(`query ($value: JsonObject) { ${preview('$value')} }`, { value: [] });
    expect([written.status, sent.status]).toEqual([400, 400]);
  });
});

describe('one missing or denied field does not affect the others', () => {
  it('a root field with others', async () => {
    const answer = await ask(`{ portfolio { statusCode } account(id: "${newId()}") { id } }`);
    expect(answer.json.data).toEqual({ portfolio: expect.any(Array), account: null });
    expect(codes(answer)).toEqual(['account_not_found']);
    expect(answer.json.errors[0].path).toEqual(['account']);
  });

  it('an executed mutation returns its payload, even if the next one fails', async () => {
    const accountId = await lender.ledgerAccount();
    const next = 'revokeApiKey(prefix: "no such key") { prefix }';
    const answer = await admin(`mutation { first: ${recordOn(accountId)} second: ${next} }`);
    expect(answer.json.data).toEqual({
      first: { payment: { id: expect.any(String), status: 'posted', account: { statusCode: 'active' } } },
      second: null,
    });
    expect(codes(answer)).toEqual(['api_key_not_found']);
  });

  it('a recorded payment is returned to a caller who may not see its account', async () => {
    const clerk = await withScopes(['external_payments:write']);
    const answer = await clerk(`mutation { ${recordOn(await lender.ledgerAccount())} }`);
    expect(answer.json.data.recordPayment.payment).toEqual({
      id: expect.any(String),
      status: 'posted',
      account: null,
    });
    expect(codes(answer)).toEqual(['insufficient_scope']);
  });

  it('rows, without the fields that need another scope', async () => {
    const reader = await withScopes(['accounts:read']);
    const id = await lender.ledgerAccount();
    const answer = await reader(`{ account(id: "${id}") {
      id organization { id } primaryBorrower { id } transactions { items { id } }
      payments { items { id } } paymentMethods { id } autopaySchedules { id } } }`);
    expect(answer.json.data.account).toEqual({
      id,
      organization: null,
      primaryBorrower: null,
      transactions: null,
      payments: null,
      paymentMethods: null,
      autopaySchedules: null,
    });
    expect(new Set(codes(answer))).toEqual(new Set(['insufficient_scope']));
  });

  it('the data of all other subgraphs, while one cannot be reached', async () => {
    const source = subgraphsSource(instance.resources);
    const gone: SubgraphClient = {
      execute: async () => {
        throw new Problem('service_unavailable');
      },
    };
    const executor = (name: SubgraphName) =>
      subgraphExecutor(SUBGRAPHS[name](source), { ...source, replica: undefined });
    const gateway = await createGateway({
      recordContactRead: async () => undefined,
      supergraphSdl: await readFile('gateway/supergraph.graphql', 'utf8'),
      preparedOperations: {},
      persistedOperations: {},
      registeredDocuments: new Map(),
      subgraphs: {
        servicing: localSubgraph(executor('servicing')),
        reporting: localSubgraph(executor('reporting')),
        messaging: localSubgraph(executor('messaging')),
        payments: gone,
      },
      limits: {
        tokens: 1000,
        rootFields: 10,
        depth: 10,
        aliases: 10,
        directives: 10,
        cost: 100_000,
        values: 10,
        mostCharacters: 10_000,
      },
      isProduction: false,
      logger: instance.resources.logger,
    });
    const own = await instance.lender();
    const accounts = [await own.ledgerAccount(), await own.ledgerAccount()].toSorted();
    const query = `query ($own: ID!, $id: ID!, $no: Boolean!) {
      account(id: $id) { id payments { items { id } } }
      accounts(organizationId: $own) { items { id late: payments { items { id } } autopaySchedules { id } } }
      autopaySchedules { items { id } }
      exceptions: operatorExceptions { items { id } }
      payments(accountId: $id) @include(if: $no) { items { id } } }`;
    const contextValue = { principal: systemPrincipal('test', SCOPES), requestId: 'r' };
    const variables = { own: own.organizationId, id: accounts[0], no: false };
    const { body } = await gateway.server.executeOperation({ query, variables }, { contextValue });
    await gateway.stop();
    if (body.kind !== 'single') throw new Error('answered in parts');
    const { data, errors = [] } = body.singleResult;
    expect(data).toEqual({
      account: { id: accounts[0], payments: null },
      accounts: { items: expect.toSatisfy((items: readonly object[]) => items.length === 2) },
      autopaySchedules: null,
      exceptions: null,
    });
    expect(data?.['accounts']).toEqual({
      items: expect.arrayContaining(accounts.map((id) => ({ id, late: null, autopaySchedules: null }))),
    });
    expect(new Set(errors.map(({ extensions }) => extensions?.['code']))).toEqual(new Set(['service_unavailable']));
    expect(errors.map(({ path = [] }) => path.join('.')).toSorted()).toEqual([
      'account.payments',
      ...[0, 1].flatMap((n) => [`accounts.items.${n}.autopaySchedules`, `accounts.items.${n}.late`]),
      'autopaySchedules',
      'exceptions',
    ]);
  });
});
