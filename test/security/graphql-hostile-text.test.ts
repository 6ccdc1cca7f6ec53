import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import apiSchema from '../../gateway/schema-without-federation.js';
import { type Ask, graphClient, RECORD } from '../support/graph.js';
import { operatorToken } from '../support/operators.js';
import { populateException, populateFailedJob } from '../support/populated-administration.js';
import { populateAutopay } from '../support/populated-autopay.js';
import { populateMessaging } from '../support/populated-messaging.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/** Text that Postgres cannot store: NUL, and half of a surrogate pair. */
const HOSTILE = ['\u0000', 'a\u0000b', '\ud800', '\udc00\ud800'];
const OF_TEXT = ['String', 'ID'];

const schema = apiSchema(fileURLToPath(new URL('../../gateway/supergraph.graphql', import.meta.url)));

let instance: TestInstance;
let clients: readonly Ask[];
/** Existing ids, by the end of the argument's name. */
let known: readonly (readonly [name: RegExp, id: string])[];

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  const lender = await instance.lender();
  const key = graphClient(instance.graphqlUrl, (await lender.api()).token);
  const token = await operatorToken(instance.resources, { subject: 'ola', role: 'admin' });
  clients = [graphClient(instance.graphqlUrl, token), key];
  const account = await lender.ledgerAccount();
  const input = { amountCents: 100, paymentMethod: 'cash' };
  const recorded = await key(RECORD, { accountId: account, key: randomUUID(), input });
  const { pool } = instance.resources;
  const autopay = await populateAutopay(pool, lender, account);
  const messaging = await populateMessaging(pool, lender);
  known = [
    [/EmailTemplate\.id$/, messaging.templateId],
    [/Asset\.id$/, messaging.assetId],
    [/MergeField\.id$/, messaging.mergeFieldId],
    [/campaign\.id$|Campaign\.id$|campaignId$/, messaging.campaignId],
    [/workspace\.id$|workspaceId$/i, messaging.workspaceId],
    [/PaymentMethod\.id$|paymentMethodId$/i, autopay.paymentMethodId],
    [/Schedule\.id$|scheduleId$/i, autopay.scheduleId],
    [/autopayRun\.id$/, autopay.chargingId],
    [/retryJob\.id$/, await populateFailedJob(pool)],
    [/Exception\.id$/, await populateException(pool, lender)],
    [/payment\.id$|paymentId$/, recorded.json.data.recordPayment.payment.id],
    [/organization\.id$|organizationIds?$/i, lender.organizationId],
    [/person\.id$|partyId$/i, lender.personId],
    [/account\.id$|accountId$/, account],
  ];
});
afterAll(() => instance.close());

/** The path of names to a text argument or input field. */
type Place = readonly string[];

/** The paths of all texts below an argument or an input field. */
function placesOf({ name, type: given }: GraphQLArgument | GraphQLInputField): readonly Place[] {
  const type = elementOf(given);
  if (isInputObjectType(type)) {
    return Object.values(type.getFields()).flatMap((field) => placesOf(field).map((place) => [name, ...place]));
  }
  return isLeafType(type) && OF_TEXT.includes(type.name) ? [[name]] : [];
}

function elementOf(type: GraphQLInputType): GraphQLInputType {
  const nullable: GraphQLInputType = getNullableType(type);
  return isListType(nullable) ? elementOf(nullable.ofType) : nullable;
}

/** A valid value, except for the text at `hostileAt`. Optional fields that are not on the path to it are left out. */
function exampleOf(given: GraphQLInputType, path: Place, hostileAt: Place, hostile: string): unknown {
  const type: GraphQLInputType = getNullableType(given);
  if (isListType(type)) return [exampleOf(type.ofType, path, hostileAt, hostile)];
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(
      (field) =>
        isRequiredInputField(field) || [...path.slice(1), field.name].every((name, n) => hostileAt[n] === name),
    );
    return Object.fromEntries(
      fields.map((field) => [field.name, exampleOf(field.type, [...path, field.name], hostileAt, hostile)]),
    );
  }
  if (path.slice(1).join('.') === hostileAt.join('.')) return hostile;
  if (isEnumType(type)) return type.getValues()[0]?.value;
  const name = path.join('.');
  if (OF_TEXT.includes(type.name)) return known.find(([ending]) => ending.test(name))?.[1] ?? randomLetters();
  return PLAIN[type.name];
}

/** Some fields are named like a card's, and digits of a random id can be a card number by chance. */
function randomLetters(): string {
  return randomUUID().replaceAll(/\d/g, (digit) => 'abcdefabcd'.charAt(Number(digit)));
}

const PLAIN: Readonly<Record<string, unknown>> = {
  Int: 1,
  SafeInt: 1,
  Boolean: true,
  Date: '2099-01-01',
  DateTime: '2099-01-01T00:00:00Z',
  JsonObject: {},
};

const roots = [
  ['query', schema.getQueryType()],
  ['mutation', schema.getMutationType()],
] as const;
const fields = roots.flatMap(([kind, root]) =>
  Object.values(root?.getFields() ?? {}).map((field) => ({ kind, field, places: field.args.flatMap(placesOf) })),
);

it('the schema has many text arguments', () => {
  expect(fields.flatMap(({ places }) => places).length).toBeGreaterThan(150);
});

it.each(fields.filter(({ places }) => places.length > 0))(
  '$kind $field.name: text that cannot be stored causes no internal_error in any argument',
  async ({ kind, field, places }) => {
    const isLeaf = isLeafType(getNullableType(field.type));
    for (const place of places) {
      const args = field.args.filter((argument) => isRequiredArgument(argument) || argument.name === place[0]);
      const declared = args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
      const passed = args.map(({ name }) => `${name}: $${name}`).join(', ');
      const query = `${kind} (${declared}) { ${field.name}(${passed}) ${isLeaf ? '' : '{ __typename }'} }`;
      for (const hostile of HOSTILE) {
        const variables = Object.fromEntries(
          args.map(({ name, type }) => [name, exampleOf(type, [field.name, name], place, hostile)]),
        );
        for (const ask of clients) {
          const answer = await ask(query, variables);
          expect([answer.status, answer.json.data === undefined], answer.text).toEqual([200, false]);
          expect(answer.text, `${place.join('.')} = ${JSON.stringify(hostile)}`).not.toContain('internal_error');
        }
      }
    }
  },
);
