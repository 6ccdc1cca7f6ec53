import { addResolversToSchema } from '@graphql-tools/schema';
import type { GraphQLSchema } from 'graphql';
import { SCALARS } from '../core/graphql/scalars.js';

const PARSERS = Object.fromEntries(
  SCALARS.map(({ name, parseValue, parseLiteral }) => [name, { parseValue, parseLiteral }]),
);

/**
 * Makes a schema parse our custom scalars like the subgraphs. A supergraph contains only their names, so any value
 * would pass the gateway, and a subgraph would refuse it only after earlier mutations of the document were executed.
 * GraphQL requires this check before execution (section 5.6.1, Values of Correct Type).
 */
export function readOwnScalars(schema: GraphQLSchema): void {
  addResolversToSchema({ schema, resolvers: PARSERS, updateResolversInPlace: true });
}
