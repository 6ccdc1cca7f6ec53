import { columns } from '../../../../core/db/columns.js';
import type { Queries, Transaction } from '../../../../core/db/database.js';
import { statement } from '../../../../core/db/statement.js';
import { Problem } from '../../../../core/errors/problem.js';
import type { Principal } from '../../../../core/principal/principal.js';

const OWNER = columns('Organization', 'o', ['id', 'isActive']);

/** Locked until the transaction ends: a deactivation waits for writes in progress, and no write begins after it. */
const holdOwner = statement({
  name: 'ledger_product.hold_organization',
  takes: { organizationId: 'Organization.id' },
  gives: OWNER,
  text: ({ p, scope }) => `
    select ${OWNER} from organization o where o.id = ${p.organizationId} and ${scope('o.id')} for share of o`,
});

const findOwner = statement({
  name: 'ledger_product.find_organization',
  takes: { organizationId: 'Organization.id' },
  gives: OWNER,
  text: ({ p, scope }) => `select ${OWNER} from organization o where o.id = ${p.organizationId} and ${scope('o.id')}`,
});

/**
 * Runs before a key is claimed: a caller with access to all organizations may name one that does not exist.
 *
 * @throws {Problem} `organization_out_of_scope`
 */
export async function requireKnown(on: Queries, principal: Principal, organizationId: string): Promise<void> {
  const owner = await on.first(principal, findOwner, { organizationId });
  if (owner === undefined) throw new Problem('organization_out_of_scope');
}

/** @throws {Problem} `organization_inactive`; `organization_out_of_scope`, the same for a foreign and a missing id. */
export async function requireActive(tx: Transaction, principal: Principal, organizationId: string): Promise<void> {
  const owner = await tx.first(principal, holdOwner, { organizationId });
  if (owner === undefined) throw new Problem('organization_out_of_scope');
  if (!owner.isActive) throw new Problem('organization_inactive');
}
