import type { Database } from '../../core/db/database.js';
import type { Cursors } from '../../core/db/keyset.js';
import { batched } from '../../core/graphql/batch.js';
import { buildSubgraph, type Subgraph } from '../../core/graphql/subgraph.js';
import { AccountResolver } from './account/account.resolver.js';
import { AccountService } from './account/account.service.js';
import type { AccountRow } from './account/account.store.js';
import { OrganizationResolver } from './organization/organization.resolver.js';
import { OrganizationService } from './organization/organization.service.js';
import { type OrganizationRow, OrganizationStore } from './organization/organization.store.js';

export interface ServicingSource {
  readonly db: Database;
  readonly cursors: Cursors;
}

/** The servicing subgraph: organizations and accounts of the normalized model. */
export function buildServicing({ db, cursors }: ServicingSource): Subgraph {
  const organizations = new OrganizationService(new OrganizationStore(db), cursors);
  const accounts = new AccountService(db, cursors);
  const organizationById = batched<OrganizationRow>((ids, { principal }) => organizations.many(principal, ids));
  const accountById = batched<AccountRow>((ids, { principal }) => accounts.many(principal, ids));
  return buildSubgraph({
    name: 'servicing',
    resolvers: [new OrganizationResolver(organizations), new AccountResolver(accounts, organizationById)],
    references: {
      Organization: ({ id }, context) => organizationById(id, context),
      Account: ({ id }, context) => accountById(id, context),
    },
  });
}
