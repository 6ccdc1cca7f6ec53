import { getNamedType, isInputObjectType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { CONTACT_ARGUMENTS, CONTACT_FIELDS } from '../../core/graphql/contact-fields.js';
import apiSchema from '../../gateway/schema-without-federation.js';
import {
  ARGUMENTS_OF_ANY_FIELD,
  ARGUMENTS_WITHOUT_CONTACT_DATA,
  FIELDS_WITHOUT_CONTACT_DATA,
  INPUTS_OF_QUERIES,
} from '../support/fields-without-contact-data.js';

const TEXTS = ['String', 'JsonObject'];
const isText = ({ type }: { readonly type: Parameters<typeof getNamedType>[0] }) =>
  TEXTS.includes(getNamedType(type)?.name ?? '');

const schema = apiSchema('gateway/supergraph.graphql');
const objects = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter(({ name }) => !name.startsWith('__'));
const fields = objects.flatMap((type) =>
  Object.values(type.getFields()).map((field) => ({
    ...field,
    of: type.name,
    coordinate: `${type.name}.${field.name}`,
  })),
);

const flat = (names: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(names).flatMap(([of, each]) => each.map((name) => `${of}.${name}`));

describe('contact data of the graph is declared', () => {
  it('every text field is contact data, or is listed as other data', () => {
    const declared = flat(CONTACT_FIELDS);
    const texts = fields.filter((field) => isText(field)).map(({ coordinate }) => coordinate);
    const others = texts.filter((coordinate) => !declared.includes(coordinate));
    expect(others.sort()).toEqual(flat(FIELDS_WITHOUT_CONTACT_DATA).sort());
    expect(fields.map(({ coordinate }) => coordinate)).toEqual(expect.arrayContaining(declared));
  });

  it('every text argument is compared with contact data, or is listed as not', () => {
    const args = fields.flatMap((field) =>
      field.args
        .filter((each) => isText(each) && !ARGUMENTS_OF_ANY_FIELD.includes(each.name))
        .map(({ name }) => `${field.coordinate}.${name}`),
    );
    const declared = Object.entries(CONTACT_ARGUMENTS).flatMap(([of, each]) =>
      Object.keys(each).map((name) => `${of}.${name}`),
    );
    expect(args.sort()).toEqual([...declared, ...flat(ARGUMENTS_WITHOUT_CONTACT_DATA)].sort());
  });

  it('no query takes a text inside an input, which is not checked for contact data', () => {
    const inputs = fields
      .filter(({ of }) => of !== 'Mutation')
      .flatMap(({ args }) => args.map(({ type }) => getNamedType(type)))
      .filter(isInputObjectType)
      .map(({ name }) => name);
    expect([...new Set(inputs)].sort()).toEqual(INPUTS_OF_QUERIES);
  });
});
