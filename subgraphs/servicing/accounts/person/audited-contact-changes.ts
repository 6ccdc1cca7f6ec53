import { withoutContactData } from '../../../../core/audit/contact-digests.js';
import { changeOf } from '../../../../core/audit/record.js';
import type { KeyedDigests } from '../../../../core/secrets/keyed-digests.js';
import type { AddressRow } from '../../../../loan-model/person/address.store.js';
import type { HeldPersonRow } from '../../../../loan-model/person/correction.store.js';

/** A person's name and contact data with the current address, as one row to compare and to audit. */
export type ContactRow = Pick<HeldPersonRow, 'displayName' | 'email' | 'phone'> & {
  readonly [F in (typeof ADDRESS_FIELDS)[number]]: AddressRow[F] | null;
};

export const ADDRESS_FIELDS = ['line1', 'line2', 'city', 'state', 'postalCode', 'country'] as const;
const CONTACT_DATA = ['displayName', 'email', 'phone', ...ADDRESS_FIELDS] as const;

/** The fields that differ, as digests: the audit log holds no contact data. Undefined when none differs. */
export function auditedCorrection(digests: KeyedDigests, before: ContactRow, after: ContactRow) {
  const change = changeOf(before, after);
  if (Object.keys(change.after).length === 0) return undefined;
  // Compared before hashing: two digests of the same text differ.
  const digested = (row: Partial<ContactRow>) => withoutContactData(digests, row, CONTACT_DATA);
  return { before: digested(change.before), after: digested(change.after) };
}
