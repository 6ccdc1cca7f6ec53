import { isCountry } from '../../core/contract/countries.js';
import { missingRegion } from '../../core/contract/postal-address.js';
import { usStateCode } from '../../core/contract/us-states.js';
import type { SourceAddress } from '../../loan-model/loan-source-types.js';

/** An address as loan systems store it: every part may be missing, and state and country are free text. */
export type RawAddress = {
  readonly [Part in keyof SourceAddress]?: string | null | undefined;
};

/** None if a letter would not arrive: a part is missing, or the country is unknown. */
export function postalAddress(written: RawAddress): readonly SourceAddress[] {
  const [line1, city, state, postalCode] = [written.line1, written.city, written.state, written.postalCode].map(
    trimmed,
  );
  const country = countryCode(written.country ?? '');
  if (!line1 || !city || country === undefined) return [];
  if (missingRegion({ country, state, postalCode }).length > 0) return [];
  const stateCode = country === 'US' && state ? (usStateCode(state) ?? state) : state;
  const line2 = trimmed(written.line2);
  return [{ line1, line2: line2 || null, city, state: stateCode || null, postalCode: postalCode || null, country }];
}

function trimmed(text: string | null | undefined): string {
  return text?.trim() ?? '';
}

/** By code, or by its English name. */
function countryCode(text: string): string | undefined {
  const word = text.trim().toUpperCase();
  return isCountry(word) ? word : COUNTRIES.get(word);
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const ENGLISH = new Intl.DisplayNames(['en'], { type: 'region' });
const COUNTRIES: ReadonlyMap<string, string> = new Map([
  ...LETTERS.flatMap((one) => LETTERS.map((other) => one + other))
    .filter(isCountry)
    .map((code) => [ENGLISH.of(code)?.toUpperCase() ?? code, code] as const),
  ['USA', 'US'],
  ['UNITED STATES OF AMERICA', 'US'],
]);
