import { columns } from '../../../../core/db/columns.js';
import type { Database } from '../../../../core/db/database.js';
import { statement } from '../../../../core/db/statement.js';
import type { Principal } from '../../../../core/principal/principal.js';

const ID = columns('Organization', 'o', ['id']);

const lendersInScope = statement({
  name: 'organization.lenders_in_scope',
  across: 'lenders',
  gives: ID,
  text: ({ scope }) => `select ${ID} from organization o where ${scope('o.id')} order by o.id`,
});

/**
 * The same caller, limited to the organizations that totals cover: sandboxes are left out, unless one is the caller's
 * only organization or the caller reaches no lender.
 */
export async function withoutSandboxes(db: Database, caller: Principal): Promise<Principal> {
  const lenders = await db.many(caller, lendersInScope, {});
  return { ...caller, organizationIds: lenders.map(({ id }) => id) };
}
