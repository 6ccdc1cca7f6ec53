import { lowestRole, type RoleName, roleNamed, storedNameOf } from '../../principal/roles.js';

/** What an operator may do, as requested for a token, or stated by an issuer. */
export interface RequestedRights {
  readonly role: RoleName;
  /** Empty or left out: every organization, unless `rolesAt` names some. */
  readonly organizationIds?: readonly string[] | undefined;
  /** By organization: the role where it is another one than `role`. */
  readonly rolesAt?: Readonly<Record<string, RoleName>> | undefined;
}

export interface StoredRights {
  /** The lowest role where they differ: an earlier version reads only this one. */
  readonly role: RoleName;
  readonly organizationIds: readonly string[];
  /** In the order of `organizationIds`; empty: `role` at each. */
  readonly organizationRoles: readonly RoleName[];
}

/** The columns of a token's record for these rights. */
export function storedRights({ role, organizationIds = [], rolesAt = {} }: RequestedRights): StoredRights {
  const ids = [...new Set([...organizationIds, ...Object.keys(rolesAt)])];
  const roles = ids.map((id) => roleNamed(rolesAt[id] ?? role));
  const lowest = ids.length === 0 ? roleNamed(role) : lowestRole(roles);
  const differ = roles.some((other) => other !== lowest);
  const organizationRoles = differ ? roles.map(storedNameOf) : [];
  return { role: storedNameOf(lowest), organizationIds: ids, organizationRoles };
}

/** The rights of a record as operators read them, with the current names of roles. */
export function withRoleNames<R extends Omit<StoredRights, 'organizationIds'>>(record: R) {
  return { ...record, role: roleNamed(record.role), organizationRoles: record.organizationRoles.map(roleNamed) };
}

/** For the audit log: the roles where they differ. */
export function rolesShown(organizationRoles: readonly RoleName[]) {
  return organizationRoles.length > 0 ? { organizationRoles: organizationRoles.map(roleNamed) } : {};
}
