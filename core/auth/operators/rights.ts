import { type OperatorRole, type RoleName, roleNamed } from '../../principal/roles.js';
import { type StoredRights, storedRights } from '../operator-tokens/stored-rights.js';

/** What a person may do: a role at every organization, or one at each of some. */
export interface OperatorRights {
  readonly role?: RoleName | undefined;
  readonly rolesAt?: Readonly<Record<string, RoleName>> | undefined;
}

/** @returns undefined unless it is exactly one of the two */
export function rightsToStore({ role, rolesAt }: OperatorRights): StoredRights | undefined {
  const named = Object.keys(rolesAt ?? {}).length > 0 ? rolesAt : undefined;
  if (role) return named === undefined ? storedRights({ role }) : undefined;
  return named && storedRights({ role: 'viewer', rolesAt: named });
}

/** The role at one organization; undefined: no access. */
export function roleAt(
  { role, organizationIds, organizationRoles }: StoredRights,
  organizationId: string,
): OperatorRole | undefined {
  if (organizationIds.length === 0) return roleNamed(role);
  const place = organizationIds.indexOf(organizationId);
  return place < 0 ? undefined : roleNamed(organizationRoles[place] ?? role);
}
