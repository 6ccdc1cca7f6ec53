import { GraphQLNonNull, type GraphQLSchema, isNonNullType } from 'graphql';
import apiSchema from '../gateway/api-schema.js';

/**
 * The graph as routes meet it: an operation with an error never reaches them (`graphAnswer` throws), so that a root field, which
 * is null only where it was refused, is never null to them. Also loaded by codegen.yml.
 */
export default function answeredSchema(supergraphPath: string): GraphQLSchema {
  const schema = apiSchema(supergraphPath);
  for (const root of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      if (!isNonNullType(field.type)) field.type = new GraphQLNonNull(field.type);
    }
  }
  return schema;
}
