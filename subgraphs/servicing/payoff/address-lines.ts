import type { AddressRow } from '../person/address.store.js';

type Address = Pick<AddressRow, 'line1' | 'line2' | 'city' | 'state' | 'postalCode' | 'country'>;

/** An address as a letter bears it; the country only abroad. */
export function addressLines(address: Address | undefined): readonly string[] {
  if (address === undefined) return [];
  const { line1, line2, city, state, postalCode, country } = address;
  const region = [state, postalCode].filter(Boolean).join(' ');
  const lines = [line1, line2, [city, region].filter(Boolean).join(', '), country === 'US' ? null : country];
  return lines.flatMap((line) => (line === null || line === '' ? [] : [line]));
}
