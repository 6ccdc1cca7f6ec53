import { KeyedDigests } from '../secrets/keyed-digests.js';

/** Computes the digests that replace contact data in the audit log. @param keys - DATA_ENCRYPTION_KEYS */
export function contactDigestsOf(keys: readonly string[]): KeyedDigests {
  return new KeyedDigests(keys, 'contact data in the audit log');
}

/**
 * A row as the audit log may store it: names and contact data are replaced by digests. With the keys, a known value
 * can be compared with a digest; no value can be recovered from one, and data that is erased elsewhere does not
 * survive here.
 *
 * @param fields - the fields with contact data; null stays null.
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
