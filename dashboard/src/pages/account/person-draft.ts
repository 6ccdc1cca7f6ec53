import type { CorrectPersonInput, PersonToCorrectQuery } from '../../generated/graphql';

type Person = PersonToCorrectQuery['person'];

/** The form's state: every field as text, empty where there is no value. */
export type PersonDraft = Readonly<Record<(typeof FIELDS)[number], string>>;

const ADDRESS_FIELDS = ['line1', 'line2', 'city', 'state', 'postalCode', 'country'] as const;
const FIELDS = ['displayName', 'email', 'phone', ...ADDRESS_FIELDS] as const;

export function draftOf({ displayName, email, phone, addresses }: Person): PersonDraft {
  const address = addresses?.find(({ isCurrent }) => isCurrent);
  return {
    displayName,
    email: email ?? '',
    phone: phone ?? '',
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    postalCode: address?.postalCode ?? '',
    country: address?.country ?? '',
  };
}

/** Whether both have the same address, which is replaced as a whole. */
export function isSameAddress(one: PersonDraft, other: PersonDraft): boolean {
  return ADDRESS_FIELDS.every((field) => one[field] === other[field]);
}

/**
 * Only the changed fields, so that another operator's corrections of other fields are kept. Undefined: nothing changed.
 */
export function correctionOf(before: PersonDraft, draft: PersonDraft): CorrectPersonInput | undefined {
  const trimmed = trimmedDraft(draft);
  const isChanged = (field: keyof PersonDraft) => trimmed[field] !== before[field];
  const input: CorrectPersonInput = {
    ...(isChanged('displayName') && { displayName: trimmed.displayName }),
    ...(isChanged('email') && { email: orNull(trimmed.email) }),
    ...(isChanged('phone') && { phone: orNull(trimmed.phone) }),
    ...(ADDRESS_FIELDS.some(isChanged) && { address: addressOf(trimmed) }),
  };
  return Object.keys(input).length === 0 ? undefined : input;
}

/** A country alone is not an address. */
function addressOf({ line1, line2, city, state, postalCode, country }: PersonDraft): CorrectPersonInput['address'] {
  if ([line1, line2, city, state, postalCode].every((text) => text === '')) return null;
  const region = { state: orNull(state), postalCode: orNull(postalCode), country: orNull(country) };
  return { line1, line2: orNull(line2), city, ...region };
}

function trimmedDraft(draft: PersonDraft): PersonDraft {
  const trimmed = Object.fromEntries(FIELDS.map((field) => [field, draft[field].trim()])) as PersonDraft;
  return { ...trimmed, country: trimmed.country.toUpperCase() };
}

function orNull(text: string): string | null {
  return text === '' ? null : text;
}
