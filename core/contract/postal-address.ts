import { z } from 'zod';
import { conditionalSchema } from './conditional-schema.js';
import { isCountry } from './countries.js';
import { plainName } from './stored-text.js';
import { isUsState } from './us-states.js';

/** Lengths of an address's parts, in code points. */
export const ADDRESS_LENGTHS = { line: 200, city: 100, state: 100, postalCode: 20 } as const;

/** Countries whose addresses all have a state and a postal code. */
export const COUNTRIES_WITH_STATES = ['US', 'CA'] as const;

/** The parts of an address that depend on its country. Without a country it is in the US. */
export interface Region {
  readonly country?: string | null | undefined;
  readonly state?: string | null | undefined;
  readonly postalCode?: string | null | undefined;
}

export interface RegionProblem {
  readonly part: 'state' | 'postalCode';
  /** `missing`: addresses in this country must have this part. */
  readonly kind: 'missing' | 'wrong';
  /** A sentence that does not quote the address. */
  readonly message: string;
  /** The ZIP code that was probably meant: spreadsheets remove leading zeros. */
  readonly probably?: string;
}

/** The parts that addresses in this country must have and this one lacks. */
export function missingRegion(region: Region): RegionProblem[] {
  if (!hasStates(region.country)) return [];
  const parts = ['state', 'postalCode'] as const;
  return parts
    .filter((part) => !region[part])
    .map((part) => ({ part, kind: 'missing', message: 'is required for an address in the US or Canada' }));
}

/**
 * Checks an address's state and postal code. In the US and Canada both are required; in the US the state is a
 * two-letter code, including military and territory codes, and the postal code a ZIP code. Elsewhere both are free
 * text and may be left out.
 */
export function regionProblems(region: Region): RegionProblem[] {
  const isInUs = (region.country || 'US') === 'US';
  return [...missingRegion(region), ...(isInUs ? [...usState(region.state), ...zipCode(region.postalCode)] : [])];
}

function hasStates(country: string | null | undefined): boolean {
  return COUNTRIES_WITH_STATES.some((code) => code === (country || 'US'));
}

function usState(state: string | null | undefined): RegionProblem[] {
  if (!state || isUsState(state)) return [];
  return [{ part: 'state', kind: 'wrong', message: 'must be the two-letter code of a US state, such as MA' }];
}

/** Five digits, optionally with the four digits of ZIP+4. */
const ZIP_CODE = /^\d{5}(?:[- ]?\d{4})?$/;
/** ZIP codes start at 00501: stored as a number, one loses one or two zeros. */
const SHORT_ZIP_CODE = /^(\d{3,4})((?:-\d{4})?)$/;

function zipCode(code: string | null | undefined): RegionProblem[] {
  if (!code || ZIP_CODE.test(code)) return [];
  const short = SHORT_ZIP_CODE.exec(code);
  if (short === null)
    return [{ part: 'postalCode', kind: 'wrong', message: 'must be a US ZIP code: five digits, or 5-4' }];
  const [, digits = '', route = ''] = short;
  const zeros = 5 - digits.length === 1 ? 'leading zero' : 'two leading zeros';
  const message = `a US ZIP code has five digits, and this one has ${digits.length}: restore the ${zeros} that a spreadsheet has removed`;
  return [{ part: 'postalCode', kind: 'wrong', message, probably: `${digits.padStart(5, '0')}${route}` }];
}

const filled = (maximum: number) =>
  plainName({ minimum: 1, maximum }).refine((value) => /[\p{L}\p{N}]/u.test(value), 'must contain a letter or a digit');

/** Address members in a request's body. */
export const ADDRESS_MEMBERS = {
  line1: filled(ADDRESS_LENGTHS.line).describe('Street and number.'),
  line2: plainName({ maximum: ADDRESS_LENGTHS.line }).nullish().describe('Apartment, floor or similar.'),
  city: filled(ADDRESS_LENGTHS.city).describe('City.'),
  state: filled(ADDRESS_LENGTHS.state).nullish().describe('Required in the United States and Canada.'),
  postal_code: filled(ADDRESS_LENGTHS.postalCode).nullish().describe('Required in the United States and Canada.'),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .refine(isCountry, 'no such country')
    .nullish()
    .describe('ISO 3166-1 alpha-2; default: the United States.'),
} as const;

/** Without the rule that each part needs a letter or a digit: "-" used to be accepted for an unknown city. */
export const UNFILLED_ADDRESS_MEMBERS: typeof ADDRESS_MEMBERS = {
  ...ADDRESS_MEMBERS,
  line1: plainName({ minimum: 1, maximum: ADDRESS_LENGTHS.line }),
  city: plainName({ minimum: 1, maximum: ADDRESS_LENGTHS.city }),
  state: plainName({ minimum: 1, maximum: ADDRESS_LENGTHS.state }).nullish(),
  postal_code: plainName({ minimum: 1, maximum: ADDRESS_LENGTHS.postalCode }).nullish(),
};

const MEMBERS = { state: 'state', postalCode: 'postal_code' } as const;

/**
 * Refuses an address for the problems that `problemsOf` finds. Fields that failed their own rules are skipped.
 *
 * @param namesRule - reports a missing part with the rule's message; otherwise as a missing field, as card addresses
 * always have
 */
export function checksRegion(
  problemsOf: (region: Region) => readonly RegionProblem[],
  { namesRule }: { readonly namesRule: boolean },
) {
  return (value: unknown, context: z.core.$RefinementCtx): void => {
    const address = membersOf(value);
    if (address === undefined || address.size === 0) return;
    const [country, state, postalCode] = ['country', 'state', 'postal_code'].map((name) => address.get(name));
    if (!isTextOrAbsent(country)) return;
    const region = { country, state: textOf(state), postalCode: textOf(postalCode) };
    for (const { part, kind, message, probably } of problemsOf(region)) {
      const path = [MEMBERS[part]];
      const input = address.get(MEMBERS[part]);
      if (kind === 'wrong') {
        context.addIssue({ code: 'custom', path, message: probably ? `${message}: probably ${probably}` : message });
      } else if (isAbsent(input) && namesRule) context.addIssue({ code: 'custom', path, message });
      else if (isAbsent(input)) context.addIssue({ code: 'invalid_type', expected: 'string', path, input });
    }
  };
}

const REQUIRED = {
  properties: { state: { type: 'string' }, postal_code: { type: 'string' } },
  required: ['state', 'postal_code'],
} as const;

/** The rule of `missingRegion` in JSON Schema. */
export const MISSING_REGION_RULE = conditionalSchema(
  { properties: { country: { enum: [...COUNTRIES_WITH_STATES, null] } } },
  REQUIRED,
);

/** The rule of `regionProblems` in JSON Schema. */
export const REGION_RULE = conditionalSchema(
  { properties: { country: { enum: ['US', null] } } },
  {
    ...REQUIRED,
    properties: {
      state: { type: 'string', pattern: '^[A-Za-z]{2}$' },
      postal_code: { type: 'string', pattern: ZIP_CODE.source },
    },
  },
  conditionalSchema({ properties: { country: { enum: ['CA'] } } }, REQUIRED),
);

function membersOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? new Map(Object.entries(value))
    : undefined;
}

function isTextOrAbsent(value: unknown): value is string | null | undefined {
  return typeof value === 'string' || isAbsent(value);
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

/** The text; null for a value that another rule refuses. */
function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
