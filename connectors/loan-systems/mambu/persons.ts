import type { SourceAddress, SourcePerson } from '../source.js';
import type { MambuClient, MambuGroup } from './wire.js';

/** A group that holds a loan is one person here, under its own name: it is the group that owes, whoever its members are. */
const GROUP = 'GROUP:';

/** A client's key; a group's is marked, for both are read from places of their own. */
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
    addresses: holder.addresses.flatMap(sourceAddress),
  };
}

/** Every field of a Mambu address may be missing; one that no letter would reach is left out. */
function sourceAddress({ line1, line2, city, region, postcode, country }: MambuClient['addresses'][number]) {
  const code = countryCode(country);
  if (!line1 || !city || !region || !postcode || code === undefined) return [];
  const address: SourceAddress = {
    line1,
    line2: textOrNull(line2),
    city,
    state: region,
    postalCode: postcode,
    country: code,
  };
  return [address];
}

/** Mambu keeps a country as free text. */
function countryCode(country = ''): string | undefined {
  const name = country.trim().toUpperCase();
  if (/^[A-Z]{2}$/.test(name)) return name;
  return ['USA', 'UNITED STATES', 'UNITED STATES OF AMERICA'].includes(name) ? 'US' : undefined;
}

function textOrNull(text: string | undefined): string | null {
  const trimmed = text?.trim();
  return trimmed ? trimmed : null;
}
