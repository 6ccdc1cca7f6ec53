import { fileURLToPath } from 'node:url';
import { type GraphQLNamedType, isEnumType, isInputObjectType, isObjectType, isSpecifiedScalarType } from 'graphql';
import { expect, it } from 'vitest';
import apiSchema from './schema-without-federation.js';

const schema = apiSchema(fileURLToPath(new URL('./supergraph.graphql', import.meta.url)));

interface Described {
  readonly description?: string | null | undefined;
}

function described(type: GraphQLNamedType): readonly (readonly [name: string, described: Described])[] {
  const own = [type.name, type] as const;
  if (isObjectType(type)) {
    const fields = Object.values(type.getFields());
    const args = fields.flatMap((field) =>
      field.args.map((argument) => [`${type.name}.${field.name}(${argument.name})`, argument] as const),
    );
    return [own, ...fields.map((field) => [`${type.name}.${field.name}`, field] as const), ...args];
  }
  if (isEnumType(type)) {
    return [own, ...type.getValues().map((value) => [`${type.name}.${value.name}`, value] as const)];
  }
  if (isInputObjectType(type)) {
    return [own, ...Object.values(type.getFields()).map((field) => [`${type.name}.${field.name}`, field] as const)];
  }
  return [own];
}

it('every type, field, argument and enum value in the explorer has a description', () => {
  const shown = Object.values(schema.getTypeMap()).filter(
    (type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type),
  );
  expect(shown.filter(isEnumType).length).toBeGreaterThan(10);
  const silent = shown.flatMap(described).filter(([, { description }]) => (description ?? '').trim() === '');
  expect(silent.map(([name]) => name)).toEqual([]);
});
