import { readFileSync } from 'node:fs';
import { Supergraph } from '@apollo/federation-internals';
import type { GraphQLSchema } from 'graphql';

/** The schema that clients see: the supergraph without what federation adds to it. */
export default function apiSchema(supergraphPath: string): GraphQLSchema {
  return Supergraph.build(readFileSync(supergraphPath, 'utf8')).apiSchema().toGraphQLJSSchema();
}
