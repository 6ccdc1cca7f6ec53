import type { Principal } from '../principal/principal.js';
import { derived } from './columns.js';
import type { Queries } from './database.js';
import { type FieldOf, type Model, tableOf } from './sql-types.js';
import { type Statement, statement } from './statement.js';

/** What names a row of an organization, in every table. */
export type WholeKey = { readonly organizationId: string; readonly id: string };

type OrganizationId = Pick<WholeKey, 'organizationId'>;
/** Tells whose a row is; a read alone. */
export type Owner = Statement<{ readonly id: string }, OrganizationId>;

/** The models whose rows a whole key names. */
type Keyed = { [M in Model]: 'organizationId' | 'id' extends FieldOf<M> ? M : never }[Model];

/** Whose a model's row is. Declared once, by the store that locks such rows. */
export function ownerOf(model: Keyed): Owner {
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
 * The whole key of a row that is to be locked: a lock names its organization by value, for engines that distribute rows by
 * organization lock those of one place only. A caller of one organization is asked nothing.
 *
 * @returns undefined for a row that is not within reach; one that is may be gone by the time that it is locked.
 * @throws {Error} when the id leads to rows of two organizations.
 */
export async function wholeKey(
  queries: Queries,
  principal: Principal,
  owner: Owner,
  id: string,
): Promise<WholeKey | undefined> {
  const [only, another] = principal.organizationIds;
  if (principal.organizationIds !== 'all' && only !== undefined && another === undefined)
    return { organizationId: only, id };
  const [found, second] = await queries.many(principal, owner, { id });
  if (second !== undefined) throw new Error(`the id ${id} leads to rows of two organizations`);
  return found && { organizationId: found.organizationId, id };
}
