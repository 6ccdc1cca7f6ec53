import type { GraphQLSchema } from 'graphql';
import { isScalarType } from 'graphql';
import { SCALARS } from '../core/graphql/scalars.js';

/**
 * Has a schema read the graph's own scalars as the subgraphs do. A supergraph says no more of them than their names, so that any
 * value would pass the gateway, and be refused by a subgraph only after mutations before it were carried out. GraphQL wants
 * it before execution (section 5.6.1, Values of Correct Type).
 */
export function readOwnScalars(schema: GraphQLSchema): void {
  for (const { name, parseValue, parseLiteral } of SCALARS) {
    const type = schema.getType(name);
    if (isScalarType(type)) Object.assign(type, { parseValue, parseLiteral });
  }
}
