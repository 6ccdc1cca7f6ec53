import { columnsAs, derived, type RowOf } from '../../core/db/columns.js';
import { statement } from '../../core/db/statement.js';
import { type Principal, requireRoleEverywhere } from '../../core/principal/principal.js';
import type { Session } from '../command-session.js';

const ORGANIZATION = columnsAs('Organization', 'o', {
  id: 'id',
  display_name: 'displayName',
  is_active: 'isActive',
  sandbox: 'isSandbox',
});
const HELD = derived({ accounts: 'int8', workspaces: 'json' }).as<{
  workspaces: readonly { readonly id: string; readonly name: string }[];
}>();

type HeldOrganization = RowOf<typeof ORGANIZATION> & RowOf<typeof HELD>;

const everyOrganization = statement({
  name: 'cli.organizations',
  gives: [ORGANIZATION, HELD],
  unscoped: 'administration_only',
  text: () => `
    select ${ORGANIZATION}, (select count(*) from account a where a.organization_id = o.id) as accounts,
      coalesce((select json_agg(json_build_object('id', w.id, 'name', w.name) order by w.id)
        from workspace w where w.organization_id = o.id), '[]') as workspaces
      from organization o order by o.id`,
});

/**
 * Every organization in order of id, with its number of accounts and its workspaces. They belong to two subgraphs, so
 * no service of either reads both.
 *
 * @throws {Problem} `insufficient_scope`
 */
export async function organizationList({ db }: Session, principal: Principal): Promise<readonly HeldOrganization[]> {
  requireRoleEverywhere(principal, 'admin');
  return db.many(principal, everyOrganization, {});
}
