import type { AddressRow } from '../../../../loan-model/person/address.store.js';

type Address = Pick<AddressRow, 'line1' | 'line2' | 'city' | 'state' | 'postalCode' | 'country'>;

/** The country as carriers abroad read it: in capitals, in the language of the country of dispatch. */
const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' });

/** An address as printed on a letter; the country only for addresses abroad. */
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
