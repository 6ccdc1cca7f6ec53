import { composeServices } from '@apollo/composition';
import type { Subgraph } from '../core/graphql/subgraph.js';

/**
 * Composes the subgraphs into the supergraph's SDL.
 *
 * @throws {Error} listing every conflict between subgraphs.
 */
export function composeSupergraph(subgraphs: readonly Subgraph[]): string {
  const { supergraphSdl, errors } = composeServices(
    subgraphs.map(({ name, typeDefs }) => ({ name, typeDefs, url: `http://${name}` })),
  );
  if (supergraphSdl === undefined) {
    throw new Error(`the subgraphs do not compose:\n${(errors ?? []).map((error) => `  ${error.message}`).join('\n')}`);
  }
  return `${supergraphSdl.trim()}\n`;
}
