import type { ApolloGateway } from '@apollo/gateway';
import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  introspectionTypes,
  isObjectType,
} from 'graphql';

/** The part of the schema of federation's planner that is used here. */
interface PlannedSchema {
  type(name: string): PlannedType | undefined;
  booleanType(): unknown;
  stringType(): unknown;
  runWithBuiltInModificationAllowed(change: () => void): void;
}

interface PlannedType {
  field(name: string): PlannedField | undefined;
  addField(name: string, type: unknown): PlannedField;
}

interface PlannedField {
  argument(name: string): unknown;
  addArgument(name: string, type: unknown, defaultValue?: unknown): unknown;
}

/**
 * Makes the gateway answer all of introspection. graphql-js validates documents and answers introspection, but the
 * planner parses them with federation's own list of introspection fields, which lacks `__Type.isOneOf` and others, and
 * fails on those.
 */
export function answerWholeIntrospection(gateway: ApolloGateway): void {
  const schema: unknown = Reflect.get(gateway, 'apiSchema');
  if (!isPlannedSchema(schema)) throw new Error('the gateway has no schema to plan with');
  schema.runWithBuiltInModificationAllowed(() => {
    for (const type of introspectionTypes.filter(isObjectType)) {
      const planned = schema.type(type.name);
      if (planned === undefined) continue;
      for (const field of Object.values(type.getFields())) addMissing(schema, planned, field);
    }
  });
}

function addMissing(schema: PlannedSchema, planned: PlannedType, field: GraphQLField<unknown, unknown>): void {
  const known = planned.field(field.name) ?? planned.addField(field.name, scalarOf(schema, field.type));
  for (const { name, type, defaultValue } of field.args) {
    if (known.argument(name) === undefined) known.addArgument(name, scalarOf(schema, type), defaultValue);
  }
}

/** Every field missing in federation has one of these types; nullability does not matter for planning. */
function scalarOf(schema: PlannedSchema, type: GraphQLOutputType | GraphQLInputType): unknown {
  return getNamedType(type).name === 'Boolean' ? schema.booleanType() : schema.stringType();
}

function isPlannedSchema(value: unknown): value is PlannedSchema {
  return typeof value === 'object' && value !== null && 'runWithBuiltInModificationAllowed' in value;
}
