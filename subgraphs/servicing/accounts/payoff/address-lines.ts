import type { AddressRow } from '../../../../loan-model/person/address.store.js';

type Address = Pick<AddressRow, 'line1' | 'line2' | 'city' | 'state' | 'postalCode' | 'country'>;

/** What carriers read abroad: the country in capitals, in the language of the country that the letter comes from. */
const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' });

/** An address as a letter bears it; the country only abroad. */
export function addressLines(address: Address | undefined): readonly string[] {
  if (address === undefined) return [];
  const { line1, line2, city, state, postalCode, country } = address;
  const region = [state, postalCode].filter(Boolean).join(' ');
  const lines = [
    line1,
    line2,
    [city, region].filter(Boolean).join(', '),
    country === 'US' ? null : countryName(country),
  ];
  return lines.flatMap((line) => (line === null || line === '' ? [] : [line]));
}

function countryName(code: string): string {
  return COUNTRY_NAMES.of(code)?.toUpperCase() ?? code;
}
