import { readFileSync } from 'node:fs';
import { HeaderMap } from '@apollo/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '../../core/errors/problem.js';
import type { GraphResult } from '../../core/graphql/executor.js';
import { createLogger } from '../../core/logging/logger.js';
import { type Principal, systemPrincipal } from '../../core/principal/principal.js';
import { SCOPES } from '../../core/principal/scopes.js';
import { graphOperations } from '../../core/telemetry/metrics.js';
import { currentRequest } from '../current-request.js';
import { createGateway, type Gateway } from '../gateway.js';
import { operationIdOf } from '../operation-id.js';
import type { GraphCaller } from '../operation-runner-interface.js';
import type { ContactRead } from '../record-contact-reads-plugin.js';
import { type RegisteredDocuments, registeredDocuments } from './registered-documents.js';

/*
 * The same document by its hash and as text, on subgraphs that answer as the test says. What a subgraph of ours answers
 * is in test/platform/graphql-by-hash.test.ts.
 */

const json = (name: string) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));
const documents: Readonly<Record<string, string>> = json('dashboard/generated/documents.json');
const registered: RegisteredDocuments = registeredDocuments(documents, json('dashboard/generated/plans.json'));

const logger = createLogger('silent', 'test');
const logged = vi.spyOn(logger, 'error');
const system = systemPrincipal('test', SCOPES);
const operator: Principal = { ...system, kind: 'operator', actor: 'ola', role: 'admin' };
const key: Principal = { ...system, kind: 'api_key', actor: 'key' };

let answers: () => Promise<GraphResult>;
let record: (read: ContactRead) => Promise<void>;
let gateway: Gateway;

beforeAll(async () => {
  const subgraph = { execute: vi.fn(() => answers()) };
  gateway = await createGateway({
    recordContactRead: (_, read) => record(read),
    supergraphSdl: readFileSync(new URL('../supergraph.graphql', import.meta.url), 'utf8'),
    preparedOperations: {},
    persistedOperations: {},
    registeredDocuments: registered,
    subgraphs: { servicing: subgraph, payments: subgraph, reporting: subgraph, messaging: subgraph },
    limits: {
      ...{ depth: 5, rootFields: 20, aliases: 50, directives: 50, cost: 100, tokens: 2_000, values: 20 },
      mostCharacters: 2_000,
    },
    isProduction: true,
    logger,
  });
});
afterAll(() => gateway.stop());
beforeEach(() => {
  record = async () => {};
});

type Caller = GraphCaller & { readonly notes: NonNullable<GraphCaller['notes']> };
const callerAs = (principal: Principal): Caller => ({
  ...{ principal, requestId: 'r-1', notes: { fields: [], codes: [] } },
});

const hashed = (name: string, variables: object) => ({
  ...{ operationName: name, variables },
  extensions: { persistedQuery: { version: 1, sha256Hash: operationIdOf(documents[name] ?? '') } },
});

const answerOf = (name: string, variables: object, caller: GraphCaller, accept?: string) =>
  gateway.answerByHash(hashed(name, variables), accept, caller);

async function asText(name: string, variables: object, caller: GraphCaller, accept?: string) {
  const headers = new HeaderMap([['content-type', 'application/json']]);
  if (accept !== undefined) headers.set('accept', accept);
  const { status, body } = await currentRequest.run(caller, () =>
    gateway.server.executeHTTPGraphQLRequest({
      httpGraphQLRequest: { method: 'POST', headers, search: '', body: { query: documents[name], variables } },
      context: async () => caller,
    }),
  );
  if (body.kind !== 'complete') throw new Error('answered in parts');
  return { status: status ?? 200, body: body.string };
}

/** Sends it both ways, requires the same answer and the same log line, and returns the answer. */
async function both(name: string, variables: object, principal: Principal, accept?: string) {
  const [one, other] = [callerAs(principal), callerAs(principal)];
  const byHash = await answerOf(name, variables, one, accept);
  expect(byHash).toEqual(await asText(name, variables, other, accept));
  expect(one.notes).toEqual(other.notes);
  return { status: byHash?.status, ...JSON.parse(byHash?.body ?? 'null') };
}

const PERSON = {
  ...{ id: 'p', displayName: 'Grace', email: null, phone: null, loanSystemCode: 'ledger', erasedAt: null },
  addresses: [],
};
const refusal = new Problem('insufficient_scope', { scope: 'x' }, undefined, { missing: { scope: 'payments:read' } });
const failing = (error: Pick<Problem, 'message'> & { readonly extensions: object }, path?: readonly string[]) => ({
  data: null,
  errors: [{ message: error.message, ...(path && { path }), extensions: { ...error.extensions } }],
});

describe('the same bytes, status and log as the document’s text', () => {
  it.each<[what: string, code: string, given: () => Promise<GraphResult>]>([
    ['a refusal, in the names of GraphQL', 'insufficient_scope', async () => failing(refusal, ['person'])],
    ['an error without a path', 'service_unavailable', async () => failing(new Problem('service_unavailable'))],
    ['an unreachable subgraph', 'service_unavailable', () => Promise.reject(new Problem('service_unavailable'))],
    ['an unexpected failure', 'internal_error', () => Promise.reject(new TypeError('not shown'))],
    ['an unknown code', 'internal_error', async () => failing({ message: 'not shown', extensions: { code: 'odd' } })],
    [
      'a value that a scalar rejects, without suggestions of names',
      'BAD_USER_INPUT',
      async () => failing({ message: 'No "x". Did you mean "y"?', extensions: { code: 'BAD_USER_INPUT' } }),
    ],
  ])('%s', async (_, code, given) => {
    answers = given;
    logged.mockClear();
    const answer = await both('PersonToCorrect', { id: 'p' }, key);
    expect(answer).toMatchObject({ status: 200, data: { person: null }, errors: [{ extensions: { code } }] });
    expect(JSON.stringify(answer)).not.toMatch(/not shown|Did you mean/);
    // Once for each way, under the request's id.
    const ids = logged.mock.calls.map(([line]) => Reflect.get(Object(line), 'request_id'));
    expect(ids).toEqual(code === 'internal_error' ? ['r-1', 'r-1'] : []);
  });

  it('an invalid input, at its place in the arguments', async () => {
    const invalid = new Problem('validation_failed', {}, [
      { loc: ['body', 'amount_cents'], msg: 'too much', type: 'value_error', input: 1 },
    ]);
    answers = async () => failing(invalid, ['recordPayment']);
    const variables = { id: 'a', key: 'k', input: { amountCents: 1, paymentMethod: 'cash' } };
    const answer = await both('RecordOnePayment', variables, key);
    expect(answer.errors[0].extensions.issues[0].loc).toEqual(['input', 'amountCents']);
  });

  it.each([[undefined], ['*/*'], ['application/json']])(
    'a response that is too long, accepted as %s',
    async (accept) => {
      answers = async () => ({ data: { person: { ...PERSON, displayName: 'x'.repeat(2_000) } } });
      const answer = await both('PersonToCorrect', { id: 'p' }, key, accept);
      expect([answer.status, answer.data]).toEqual([accept === 'application/json' ? 200 : 400, undefined]);
      expect(answer.errors[0].message).toContain('2000 characters at most');
    },
  );

  it('but a mutation returns its result, however long it is', async () => {
    answers = async () => ({ data: { cancelAutopayRun: { id: 'x'.repeat(3_000), status: 'charged' } } });
    expect(await both('CancelRun', { id: 'r' }, key)).toMatchObject({ status: 200 });
  });
});

describe('the ordinary way answers', () => {
  beforeEach(() => {
    answers = async () => ({ data: { person: PERSON } });
  });

  it.each<[what: string, name: string, variables: object]>([
    ['an operation that exceeds a limit', 'TemplatePage', { id: 't' }],
    ['too many values in the variables', 'PersonToCorrect', { id: 'p', other: Array(30).fill(1) }],
    ['a wrong variable', 'PersonToCorrect', { id: {} }],
    ['a missing variable', 'PersonToCorrect', {}],
    ['a plan of several steps', 'AccountPage', { id: 'a' }],
  ])('%s', async (_, name, variables) => {
    expect(await answerOf(name, variables, callerAs(key))).toBeUndefined();
  });

  it.each<[what: string, change: object]>([
    ['the text beside the hash', { query: '{ __typename }' }],
    ['another operation’s name', { operationName: 'Other' }],
    ['another version of the form', { extensions: { persistedQuery: { version: 2, sha256Hash: 'x' } } }],
    ['an unknown hash', { extensions: { persistedQuery: { version: 1, sha256Hash: '0'.repeat(64) } } }],
  ])('%s', async (_, change) => {
    const body = { ...hashed('PersonToCorrect', { id: 'p' }), ...change };
    expect(await gateway.answerByHash(body, undefined, callerAs(key))).toBeUndefined();
  });

  it('an operator’s read of contact data that is over the limit, of which nothing is read', async () => {
    let asked = 0;
    answers = async () => {
      asked += 1;
      return { data: { person: PERSON } };
    };
    const countContactRead = () => Promise.reject(new Problem('rate_limited'));
    const caller = { ...callerAs(operator), countContactRead };
    expect(await answerOf('PersonToCorrect', { id: 'p' }, caller)).toBeUndefined();
    expect(asked).toBe(0);
    const refused = await asText('PersonToCorrect', { id: 'p' }, caller);
    expect([refused.status, refused.body]).toEqual([429, expect.stringContaining('rate_limited')]);
  });
});

describe('reads of contact data', () => {
  const reads: ContactRead[] = [];
  beforeEach(() => {
    reads.length = 0;
    record = async (read) => void reads.push(read);
    answers = async () => ({
      data: { person: PERSON },
      contactOf: ['o2', 'o1'],
      contactPersons: ['p'],
      contactSought: ['digest'],
    });
  });

  it('an operator’s are recorded with what the subgraph found, and count once', async () => {
    let counted = 0;
    const countContactRead = async () => {
      counted += 1;
    };
    await answerOf('PersonToCorrect', { id: 'p' }, { ...callerAs(operator), countContactRead });
    expect(counted).toBe(1);
    await asText('PersonToCorrect', { id: 'p' }, callerAs(operator));
    expect(reads[0]).toEqual(reads[1]);
    expect(reads[0]).toMatchObject({
      operationName: 'PersonToCorrect',
      fields: expect.arrayContaining(['Person.email']),
      sought: ['digest'],
      organizationIds: ['o1', 'o2'],
      personId: 'p',
    });
  });

  it('an address in a variable is one', async () => {
    answers = async () => ({ data: { removeSuppression: { isSuppressed: false } }, contactSought: ['digest'] });
    await both('AllowAddress', { workspaceId: 'w', address: 'a@example.com' }, operator);
    expect(reads).toHaveLength(2);
    expect(reads[0]).toEqual(reads[1]);
    expect(reads[0]?.fields).toEqual(['Mutation.removeSuppression(address:)']);
  });

  it('a key’s are not recorded', async () => {
    await both('PersonToCorrect', { id: 'p' }, key);
    expect(reads).toEqual([]);
  });

  it.each([
    ['PersonToCorrect', { id: 'p' }, 503, 'service_unavailable'],
    ['AllowAddress', { workspaceId: 'w', address: 'a@example.com' }, 504, 'outcome_unknown'],
  ])('the response to %s is withheld if its read cannot be recorded', async (name, variables, status, code) => {
    answers = async () => ({ data: { person: PERSON, removeSuppression: { isSuppressed: false } } });
    record = () => Promise.reject(new Problem('service_unavailable'));
    const answer = await both(name, variables, operator);
    expect(answer).toMatchObject({ status, errors: [{ extensions: { code } }] });
    expect(answer.data).toBeUndefined();
  });
});

it('metrics show the document’s name, for its refusals too', async () => {
  answers = async () => ({ data: { person: PERSON } });
  graphOperations.reset();
  await answerOf('PersonToCorrect', { id: 'p' }, callerAs(key));
  answers = async () => failing(refusal, ['person']);
  await answerOf('PersonToCorrect', { id: 'p' }, callerAs(key));
  const wrong = callerAs(key);
  expect(await answerOf('PersonToCorrect', { id: {} }, wrong)).toBeUndefined();
  await asText('PersonToCorrect', { id: {} }, wrong);
  const { values } = await graphOperations.get();
  const counts = values.filter(({ metricName = '' }) => metricName.endsWith('_count'));
  expect(counts.map(({ labels, value }) => [labels.operation, labels.outcome, value])).toEqual([
    ['PersonToCorrect', 'ok', 1],
    ['PersonToCorrect', 'refused', 2],
  ]);
});
