import type { SourceBorrower, SourcePerson } from '../../../loan-model/loan-source-types.js';
import { postalAddress } from '../normalize-postal-address.js';
import type { MambuClient, MambuGroup } from './response-schemas.js';
import type { GroupCoBorrowers } from './settings.js';

/**
 * A group that holds a loan becomes one person with its own name, because the group owes the loan. Its members may be
 * employees of a business or, for example, a couple: the operator configures by role which of them owe it too.
 */
const GROUP = 'GROUP:';

/** A client's key; a group's key has a mark, because clients and groups are read from different endpoints. */
export function personId(holderType: string, holderKey: string): string {
  return holderType === 'GROUP' ? `${GROUP}${holderKey}` : holderKey;
}

export function holderOf(externalId: string): { readonly isGroup: boolean; readonly key: string } {
  const isGroup = externalId.startsWith(GROUP);
  return { isGroup, key: isGroup ? externalId.slice(GROUP.length) : externalId };
}

export function clientPerson(externalId: string, client: MambuClient): SourcePerson {
  const names = [client.firstName, client.middleName, client.lastName];
  return person(
    externalId,
    names
      .map((name) => name?.trim() ?? '')
      .filter(Boolean)
      .join(' '),
    client,
  );
}

export function groupPerson(externalId: string, group: MambuGroup): SourcePerson {
  return person(externalId, group.groupName.trim(), group);
}

function person(externalId: string, displayName: string, holder: MambuClient | MambuGroup): SourcePerson {
  return {
    externalId,
    displayName,
    email: textOrNull(holder.emailAddress),
    phone: textOrNull(holder.mobilePhone) ?? textOrNull(holder.homePhone),
    addresses: holder.addresses.flatMap(({ region, postcode, ...written }) =>
      postalAddress({ ...written, state: region, postalCode: postcode }),
    ),
  };
}

/** The members of a group who owe its loan too. */
export function coBorrowers({ groupMembers }: MambuGroup, owing: GroupCoBorrowers): readonly SourceBorrower[] {
  const owe = groupMembers.filter(({ roles }) => owing === 'all' || roles.some((role) => isAmong(role, owing)));
  return [...new Set(owe.map(({ clientKey }) => clientKey))].map((externalId) => ({ externalId, role: 'co_borrower' }));
}

function isAmong(
  { roleName, roleNameId }: MambuGroup['groupMembers'][number]['roles'][number],
  roles: readonly string[],
): boolean {
  return [roleName, roleNameId].some((name) => name !== undefined && roles.includes(name));
}

function textOrNull(text: string | undefined): string | null {
  const trimmed = text?.trim();
  return trimmed ? trimmed : null;
}
