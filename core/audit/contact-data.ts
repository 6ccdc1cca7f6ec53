import { KeyedDigests } from '../secrets/keyed-digests.js';

/** What makes the digests of contact data in the audit log. @param keys - DATA_ENCRYPTION_KEYS */
export function contactDigestsOf(keys: readonly string[]): KeyedDigests {
  return new KeyedDigests(keys, 'contact data in the audit log');
}

/**
 * A row as it may stand in the audit log: what says who a person is, or how to reach them, is a digest there. Whoever has the keys
 * can tell whether a value was it; nobody can read it out, and what is erased elsewhere does not live on here.
 *
 * @param fields - those of contact data; null stays null.
 */
export function withoutContactData<Row extends object>(
  digests: KeyedDigests,
  row: Row,
  fields: readonly (keyof Row & string)[],
): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) =>
      typeof value === 'string' && fields.some((field) => field === name) ? [name, digests.of(value)] : [name, value],
    ),
  );
}
