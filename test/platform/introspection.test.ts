import {
  buildClientSchema,
  getIntrospectionQuery,
  getNamedType,
  introspectionTypes,
  isInputObjectType,
  isObjectType,
} from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Ask, graphClient } from '../support/graph.js';
import { operatorToken } from '../support/operators.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let instance: TestInstance;
let admin: Ask;
beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  admin = graphClient(instance.graphqlUrl, await operatorToken(instance.resources, { subject: 'ola', role: 'admin' }));
});
afterAll(() => instance.close());

it('answers the introspection query of graphql-js with all options, including isOneOf', async () => {
  const query = getIntrospectionQuery({
    oneOf: true,
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    schemaDescription: true,
    inputValueDeprecation: true,
  });
  const answer = await admin(query);
  expect([answer.status, answer.json.errors]).toEqual([200, undefined]);
  const inputs = Object.values(buildClientSchema(answer.json.data).getTypeMap()).filter(isInputObjectType);
  expect(inputs.length).toBeGreaterThan(10);
  expect(inputs.filter(({ isOneOf }) => isOneOf)).toEqual([]);
});

const FIELDS = introspectionTypes
  .filter(isObjectType)
  .flatMap((type) => Object.values(type.getFields()).map((field) => [type.name, field] as const));

it.each(FIELDS.map(([type, { name }]) => [type, name] as const))(
  'answers %s.%s, as its schema promises',
  async (type, name) => {
    const field = FIELDS.find(([of, each]) => of === type && each.name === name)?.[1];
    const asked = field !== undefined && isObjectType(getNamedType(field.type)) ? `${name} { __typename }` : name;
    const answer = await admin(`{ __schema { ${WAYS[type]?.replace('$', asked) ?? asked} } }`);
    expect([answer.status, answer.json.errors]).toEqual([200, undefined]);
  },
);

/** Paths from the schema to a type of the introspection. */
const WAYS: Readonly<Record<string, string>> = {
  __Directive: 'directives { $ }',
  __Type: 'types { $ }',
  __Field: 'queryType { fields { $ } }',
  __InputValue: 'directives { args { $ } }',
  __EnumValue: 'types { enumValues { $ } }',
};

it('accepts the arguments that it declares', async () => {
  const asked = FIELDS.flatMap(([type, { name, args, type: given }]) =>
    args.map((argument) => {
      const selected = isObjectType(getNamedType(given)) ? ' { __typename }' : '';
      const field = `${name}(${argument.name}: true)${selected}`;
      return WAYS[type]?.replace('$', field) ?? field;
    }),
  );
  expect(asked.length).toBeGreaterThan(3);
  for (const each of asked) {
    const answer = await admin(`{ __schema { ${each} } }`);
    expect([each, answer.json.errors]).toEqual([each, undefined]);
  }
});

it('answers isOneOf together with data', async () => {
  const answer = await admin('{ organizations { items { id } } __type(name: "RecordPaymentInput") { isOneOf } }');
  expect(answer.json.data).toEqual({ organizations: { items: [] }, __type: { isOneOf: false } });
});
