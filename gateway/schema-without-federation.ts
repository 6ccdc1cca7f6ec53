import { readFileSync } from 'node:fs';
import { Supergraph } from '@apollo/federation-internals';
import type { GraphQLSchema } from 'graphql';

/** The schema for clients: the supergraph without federation's additions. */
export default function apiSchema(supergraphPath: string): GraphQLSchema {
  return Supergraph.build(readFileSync(supergraphPath, 'utf8')).apiSchema().toGraphQLJSSchema();
}
