import { requireScope } from '../../core/auth/principal.js';
import type { Database } from '../../core/db/database.js';
import { batched } from '../../core/graphql/batch.js';
import { buildSubgraph, type Subgraph } from '../../core/graphql/subgraph.js';
import { PortfolioResolver } from './portfolio/portfolio.resolver.js';
import { type PortfolioRecord, portfolioByStatus } from './portfolio/portfolio.store.js';
import { Organization } from './portfolio/portfolio.type.js';

/** The reporting subgraph. It adds to each organization what its accounts amount to. */
export function buildReporting({ db }: { readonly db: Database }): Subgraph {
  const portfolio = batched<readonly PortfolioRecord[]>(async (organizationIds, { principal }) => {
    requireScope(principal, 'reports:read');
    const rows = await db.many(principal, portfolioByStatus, { organizationIds });
    return organizationIds.map((id) => rows.filter((row) => row.organizationId === id));
  });
  return buildSubgraph({
    name: 'reporting',
    resolvers: [new PortfolioResolver(db, portfolio)],
    entities: [Organization],
    references: { Organization: ({ id }) => ({ id }) },
  });
}
