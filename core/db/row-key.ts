import type { Principal } from '../principal/principal.js';
import { derived } from './columns.js';
import type { Queries } from './database.js';
import { type FieldOf, type Model, tableOf } from './sql-types.js';
import { type Statement, statement } from './statement.js';

/** The full key of a row: organization and id. */
export type RowKey = { readonly organizationId: string; readonly id: string };

type OrganizationId = Pick<RowKey, 'organizationId'>;
/** Reads the organization of a row. */
export type OwnerStatement = Statement<{ readonly id: string }, OrganizationId>;

/** The models whose rows have such a key. */
type Keyed = { [M in Model]: 'organizationId' | 'id' extends FieldOf<M> ? M : never }[Model];

/** The statement that reads the organization of a model's row. Declared once, by the store that locks such rows. */
export function ownerOf(model: Keyed): OwnerStatement {
  const table = tableOf(model);
  return statement({
    name: `${table}.owner`,
    takes: { id: 'text' },
    gives: derived({ organizationId: 'Organization.id' }),
    text: ({ p, scope }) => `
    select r.organization_id as "organizationId" from ${table} r
     where r.id = ${p.id} and ${scope('r.organization_id')}`,
  });
}

/**
 * Finds the full key of a row to lock. A lock names its organization by value, because engines that distribute rows
 * by organization lock those of one node only. For a caller of one organization no query is needed.
 *
 * @returns undefined for a row that is out of reach; a row may also be deleted before it is locked.
 * @throws {Error} when the id belongs to rows of two organizations.
 */
export async function findRowKey(
  queries: Queries,
  principal: Principal,
  owner: OwnerStatement,
  id: string,
): Promise<RowKey | undefined> {
  const [only, another] = principal.organizationIds;
  if (principal.organizationIds !== 'all' && only !== undefined && another === undefined)
    return { organizationId: only, id };
  const [found, second] = await queries.many(principal, owner, { id });
  if (second !== undefined) throw new Error(`the id ${id} belongs to rows of two organizations`);
  return found && { organizationId: found.organizationId, id };
}
