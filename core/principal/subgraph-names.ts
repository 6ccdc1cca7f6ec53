/** The domains that the graph is divided into. */
export const SUBGRAPH_NAMES = ['servicing', 'payments', 'reporting', 'messaging'] as const;
export type SubgraphName = (typeof SUBGRAPH_NAMES)[number];
