/** The subgraphs, one per domain. */
export const SUBGRAPH_NAMES = ['servicing', 'payments', 'reporting', 'messaging'] as const;
export type SubgraphName = (typeof SUBGRAPH_NAMES)[number];
