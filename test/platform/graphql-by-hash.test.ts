import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Kind, type OperationDefinitionNode, parse, type VariableDefinitionNode } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationIdOf } from '../../gateway/operation-id.js';
import { type ApiAnswer, send } from '../support/api.js';
import { type DemoInstance, openDemoInstance } from '../support/demo-instance.js';
import { operatorToken } from '../support/operators.js';

/* The documents of our own build, sent to the GraphQL host by their hash and as text. */

const json = (name: string) => JSON.parse(readFileSync(new URL(`../../gateway/${name}`, import.meta.url), 'utf8'));
const documents: Readonly<Record<string, string>> = json('dashboard/generated/documents.json');
const plans = Object.values<{ readonly name: string; readonly kind: string }>(json('dashboard/generated/plans.json'));

/** Documents that one subgraph answers, but only the ordinary way: their root fields may be left out. */
const ORDINARY = ['Funnels'];

let demo: DemoInstance;
let token: string;
/** Ids of the demo, by variable or root field. */
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  demo = await openDemoInstance();
  token = await operatorToken(demo.instance.resources, { subject: 'ola', role: 'admin' });
  const idOf = async (table: string) => {
    const { rows } = await demo.instance.resources.pool.query(`select id from ${table} order by id limit 1`);
    return rows[0]?.id ?? 'none';
  };
  const account = await idOf('account');
  const campaign = await idOf('campaign');
  const emailTemplate = await idOf('email_template');
  ids = {
    ...{ account, transactions: account, payoffQuote: account, emailTemplate, previewEmailTemplate: emailTemplate },
    ...{ ledgerSchedule: account, previewLedgerOperation: account, collectionAssignees: account },
    ...{ accountPaymentMethods: account, previewPayment: account, autopayRun: await idOf('autopay_run') },
    dispute: await idOf('dispute'),
    ledgerProduct: await idOf('ledger_product'),
    ...{ campaign, campaignRecipients: campaign },
    payment: await idOf('collected_payment'),
    person: await idOf('person'),
    organizationId: demo.organizationIds[0] ?? '',
    workspaceId: await idOf('workspace'),
  };
}, 300_000);
afterAll(() => demo?.instance.close());

const post = (body: object, bearer = token): Promise<ApiAnswer> =>
  send(demo.instance.graphqlUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}`, 'x-request-id': 'same' },
    body: JSON.stringify(body),
  });
const extensionsOf = (document: string) => ({
  persistedQuery: { version: 1, sha256Hash: operationIdOf(document) },
});
const byHash = (name: string, variables: object, bearer = token) =>
  post({ operationName: name, variables, extensions: extensionsOf(documents[name] ?? '') }, bearer);
const asText = (name: string, variables: object, bearer = token) => post({ query: documents[name], variables }, bearer);

const seen = ({ status, headers, text }: ApiAnswer) => {
  const changing = ['date', 'ratelimit-remaining', 'ratelimit-reset'];
  return { status, text, headers: [...headers].filter(([name]) => !changing.includes(name)) };
};

function operationOf(name: string): OperationDefinitionNode {
  const operation = parse(documents[name] ?? '').definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION);
  if (operation === undefined) throw new Error(`${name} is not a document`);
  return operation;
}

function variablesOf(operation: OperationDefinitionNode): object {
  const root = operation.selectionSet.selections[0];
  const field = root?.kind === Kind.FIELD ? root.name.value : '';
  const given = (operation.variableDefinitions ?? []).flatMap((definition) => {
    const value = valueFor(definition, field);
    return value === undefined ? [] : [[definition.variable.name.value, value] as const];
  });
  return Object.fromEntries(given);
}

/** Undefined for an optional one. */
function valueFor({ variable: { name }, type }: VariableDefinitionNode, field: string): unknown {
  if (name.value === 'from') return '2025-12-01';
  if (name.value === 'to') return '2026-11-30';
  if (type.kind !== Kind.NON_NULL_TYPE || type.type.kind !== Kind.NAMED_TYPE) return undefined;
  switch (type.type.name.value) {
    case 'ID':
      return ids[name.value] ?? ids[field] ?? 'none';
    case 'Date':
      return '2026-10-31';
    case 'Boolean':
      return false;
    case 'CampaignEventType':
      return 'open';
    case 'ReportCode':
      return 'crr';
    case 'ReceiptDay':
      return 'ENTERED';
    case 'ReceiptGroup':
      return 'METHOD';
    case 'JsonObject':
      return {};
    case 'UpdateEmailTemplateInput':
      return {};
    case 'KeyedOperation':
      return 'record_payment';
    case 'SharedViewPage':
      return 'collections';
    case 'LedgerWrite':
      return 'waiver';
    case 'PreviewLedgerLoanInput':
      return {
        ...{ organizationId: ids['organizationId'], originatedOn: '2026-11-01', firstDueOn: '2026-12-31' },
        ...{ originalPrincipalCents: 100_000, annualRate: '18', termMonths: 12 },
      };
    case 'PreviewLedgerOperationInput':
      return { type: 'closing' };
    case 'PreviewPaymentInput':
      return { amountCents: 100, paymentMethod: 'cash' };
    case 'PreviewScheduleInput':
      return {
        ...{ accountId: ids['account'], amountCents: 100, startDate: '2096-01-31' },
        ...{ frequencyUnit: 'month', frequencyInterval: 1 },
      };
    default:
      return 'current';
  }
}

const queries = Object.keys(documents).filter((name) => operationOf(name).operation === 'query');
const mutations = Object.keys(documents).filter((name) => operationOf(name).operation === 'mutation');

describe('a document of the dashboard by its hash', () => {
  it.each(queries)('%s has the bytes and headers of its text', async (name) => {
    const variables = variablesOf(operationOf(name));
    const answer = await byHash(name, variables);
    expect(seen(answer)).toEqual(seen(await asText(name, variables)));
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it.each(mutations)('%s is refused as its text, without the permission', async (name) => {
    const viewer = await operatorToken(demo.instance.resources, { subject: 'vic', role: 'viewer' });
    const variables = variablesOf(operationOf(name));
    expect(seen(await byHash(name, variables, viewer))).toEqual(seen(await asText(name, variables, viewer)));
  });

  it('the queries are compared by their data, except those of which the demo has no object', async () => {
    const refused: string[] = [];
    for (const name of queries) {
      const { json: answer } = await byHash(name, variablesOf(operationOf(name)));
      if (answer.errors !== undefined) refused.push(name);
    }
    // The first account is closed.
    expect(refused).toEqual([
      ...['Attempts', 'BatchResultFile', 'BatchRows', 'BoardedLoans', 'BoardingProblemFile', 'BoardingProblems'],
      ...['Deliveries', 'EventsToResend', 'OneApproval', 'OneBatch', 'OneBoarding', 'OneDelivery', 'OneEndpoint'],
      ...['OneTestClock', 'OutcomeByKey', 'PayoffOn'],
    ]);
  });

  it('every document with a plan of one step is answered without the ordinary way', async () => {
    const direct = plans.filter(({ kind, name }) => kind === 'direct' && queries.includes(name));
    const principal = await demo.instance.resources.authenticate('graphql', `Bearer ${token}`, false);
    const ordinary: string[] = [];
    for (const { name } of direct) {
      const body = {
        variables: variablesOf(operationOf(name)),
        extensions: extensionsOf(documents[name] ?? ''),
      };
      const answer = await demo.instance.gateway.answerByHash(body, undefined, { principal, requestId: 'r' });
      if (answer === undefined) ordinary.push(name);
    }
    expect(direct.length).toBeGreaterThan(30);
    expect(ordinary).toEqual(ORDINARY);
  });

  it('an operation of REST can be sent too', async () => {
    const document: string = json('persisted-operations.json')['getAccount'];
    const variables = { id: ids['account'] };
    const answer = await post({ variables, extensions: extensionsOf(document) });
    expect(seen(answer)).toEqual(seen(await post({ query: document, variables })));
    expect(answer.json.errors).toBeUndefined();
  });

  it('401 without a credential, as for a text', async () => {
    expect(seen(await byHash('Keys', {}, 'nobody'))).toEqual(seen(await asText('Keys', {}, 'nobody')));
  });

  it('counts as one request', async () => {
    const left = ({ headers }: ApiAnswer) => Number(headers.get('ratelimit-remaining'));
    const first = left(await byHash('Keys', {}));
    expect(first - left(await byHash('Keys', {}))).toBe(1);
  });
});

describe('other hashes', () => {
  it('PersistedQueryNotFound, and no client can store a document', async () => {
    const query = '{ __typename }';
    const persistedQuery = { version: 1, sha256Hash: createHash('sha256').update(query).digest('hex') };
    for (const sent of [undefined, query, undefined]) {
      const answer = await post({ query: sent, extensions: { persistedQuery } });
      expect(answer.headers.get('cache-control')).toBe('no-store');
      if (sent !== undefined) expect(answer.json).toEqual({ data: { __typename: 'Query' } });
      else
        expect([answer.status, answer.json]).toEqual([
          200,
          { errors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }] },
        ]);
    }
  });

  it.each<[what: string, message: string, body: object]>([
    [
      'a text that is not that of the hash',
      'provided sha does not match query',
      { query: '{ __typename }', extensions: extensionsOf('{ accounts }') },
    ],
    [
      'another version of the form',
      'Unsupported persisted query version',
      { extensions: { persistedQuery: { version: 2, sha256Hash: operationIdOf(documents['Keys'] ?? '') } } },
    ],
  ])('400 for %s', async (_, message, body) => {
    const answer = await post(body);
    expect([answer.status, answer.json]).toEqual([400, { errors: [{ message, extensions: { code: 'BAD_REQUEST' } }] }]);
  });
});
