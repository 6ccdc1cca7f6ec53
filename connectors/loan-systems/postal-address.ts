import { isCountry } from '../../core/contract/countries.js';
import type { SourceAddress } from './source.js';

/** An address as loan systems keep it: every part may be missing, and state and country are words of somebody's choice. */
export type WrittenAddress = {
  readonly [Part in keyof SourceAddress]?: string | null | undefined;
};

/** None where a letter would not arrive: a part of it is missing, or nobody knows which country is meant. */
export function postalAddress(written: WrittenAddress): readonly SourceAddress[] {
  const [line1, city, state, postalCode] = [written.line1, written.city, written.state, written.postalCode].map(
    trimmed,
  );
  const country = countryCode(written.country ?? '');
  if (!line1 || !city || !state || !postalCode || country === undefined) return [];
  const stateCode = country === 'US' ? (STATES.get(state.toUpperCase()) ?? state) : state;
  return [{ line1, line2: trimmed(written.line2) || null, city, state: stateCode, postalCode, country }];
}

function trimmed(text: string | null | undefined): string {
  return text?.trim() ?? '';
}

/** By code, or by its name in English. */
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

const STATES: ReadonlyMap<string, string> = new Map(
  `AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,
  FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,
  MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,
  NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,
  PA Pennsylvania,PR Puerto Rico,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,
  VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming`
    .split(',')
    .map((line) => line.trim())
    .map((line) => [line.slice(3).toUpperCase(), line.slice(0, 2)]),
);
