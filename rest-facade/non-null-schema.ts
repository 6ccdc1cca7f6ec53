import { GraphQLNonNull, type GraphQLSchema, isNonNullType } from 'graphql';
import apiSchema from '../gateway/schema-without-federation.js';

/**
 * The schema as routes see it. An operation with an error never reaches a route (`graphAnswer` throws), so a root
 * field, which is null only when it was refused, is never null in a route. Also loaded by codegen.yml.
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
