import { columns } from '../../../../core/db/columns.js';
import type { Queries, Transaction } from '../../../../core/db/database.js';
import { statement } from '../../../../core/db/statement.js';
import { Problem } from '../../../../core/errors/problem.js';
import type { Principal } from '../../../../core/principal/principal.js';

const OWNER = columns('Organization', 'o', ['id', 'isActive']);

/** Held until the transaction ends: whoever deactivates it waits for what is begun, and finds nothing begun afterwards. */
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
 * Before a key is claimed for it: whoever reaches all organizations may name one that is not there.
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
