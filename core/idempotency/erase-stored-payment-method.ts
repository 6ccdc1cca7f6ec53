import { ERASED_NAME } from '../erasure/erased-placeholders-and-digests.js';

/** A payment method in a stored answer: camel case in the resource, snake case in the body. */
const WRITTEN = [
  { party: 'partyId', nickname: 'nickname', holder: 'holderName' },
  { party: 'party_id', nickname: 'nickname', holder: 'holder_name' },
] as const;

/**
 * A copy of a JSON value without nickname and holder of the person's payment methods. A nickname is free text, so a
 * search for names would not find it.
 */
export function withoutPersonalTexts(value: unknown, personId: string | null): unknown {
  if (personId === null || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => withoutPersonalTexts(item, personId));
  const members = Object.entries(value).map(
    ([name, member]) => [name, withoutPersonalTexts(member, personId)] as const,
  );
  return { ...Object.fromEntries(members), ...erasedMembers(value, personId) };
}

/** Only existing members, so that an answer gains none. */
function erasedMembers(value: object, personId: string): Record<string, unknown> {
  const written = WRITTEN.find(({ party }) => Reflect.get(value, party) === personId);
  if (written === undefined) return {};
  return {
    ...(Object.hasOwn(value, written.nickname) && { [written.nickname]: null }),
    ...(Object.hasOwn(value, written.holder) && { [written.holder]: ERASED_NAME }),
  };
}
