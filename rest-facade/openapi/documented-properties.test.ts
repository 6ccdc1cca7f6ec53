import { expect, it } from 'vitest';
import { checkedInDocument } from './checked-in-document.js';

/* What a new property of a schema needs in the contract: a description, and its list of values if it has one. */

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
}

const schemas: Readonly<Record<string, Schema>> = JSON.parse(checkedInDocument()).components.schemas;
const PROPERTIES = Object.entries(schemas).flatMap(([schema, { properties = {} }]) =>
  Object.entries(properties).map(([name, property]) => ({ at: `${schema}.${name}`, schema, name, property })),
);

/** Schemas whose properties other documents describe, with the reason. */
const DESCRIBED_ELSEWHERE: Readonly<Record<string, string>> = {
  AccessToken: 'RFC 6749',
  AuthorizationServerMetadata: 'RFC 8414',
  KeySet: 'RFC 7517',
  OpenApiDocument: 'OpenAPI 3.1',
  Health: 'one constant value',
  Readiness: 'one constant value',
};

it('every property has a description, or its schema a reason; the `detail` of an error is described by its error', () => {
  const without = PROPERTIES.filter(({ property }) => resolved(property).description === undefined).filter(
    ({ schema, name }) => !(name === 'detail' && schemas[schema]?.description !== undefined),
  );
  const named = without.filter(({ schema }) => DESCRIBED_ELSEWHERE[schema] === undefined).map(({ at }) => at);
  expect(named).toEqual([]);
  const unused = Object.keys(DESCRIBED_ELSEWHERE).filter((schema) => !without.some((one) => one.schema === schema));
  expect(unused).toEqual([]);
});

/** Texts with a name that has a list of values elsewhere, but none here, with the reason. */
const WITHOUT_LIST: Readonly<Record<string, string>> = {
  'CashReceipt.type': 'the description names the only value',
  'CashAdjustment.type': 'the description names the two values',
  'NonCashAdjustment.type': 'the description names the values; more may be added',
  'LedgerEntry.type': 'more types may be added',
  'LedgerBoarding.status': 'the description explains each value',
  'Event.type': 'the page of events lists the types',
  'Event.status': 'the status of any kind of object',
  'PersonAddress.kind': 'the description names the only value',
  'PersonAddress.state': 'a part of an address',
  'RegisteredPayment.payment_method': 'any method of the loan system',
};

it('a text named as one with a list of values has a list as well, in closed-and-open-values.ts, or a reason', () => {
  const listed = new Set(PROPERTIES.filter(({ property }) => hasList(property)).map(({ name }) => name));
  const without = PROPERTIES.filter(({ name, property }) => listed.has(name) && isFreeText(property));
  expect(without.map(({ at }) => at).toSorted()).toEqual(Object.keys(WITHOUT_LIST).toSorted());
});

/** A reference's own description, or else that of the schema. */
function resolved(property: Schema): Schema {
  return { ...schemas[property.$ref?.split('/').at(-1) ?? ''], ...property };
}

function hasList(property: Schema): boolean {
  const schema = resolved(property);
  return 'enum' in schema || 'x-extensible-enum' in schema || schema.anyOf?.some(hasList) === true;
}

function isFreeText(property: Schema): boolean {
  return (
    [property.type].flat().includes('string') &&
    !['enum', 'x-extensible-enum', 'pattern', 'format', 'const'].some((key) => key in property)
  );
}
