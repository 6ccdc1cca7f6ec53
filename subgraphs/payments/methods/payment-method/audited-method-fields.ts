import { withoutContactData } from '../../../../core/audit/contact-digests.js';
import { changeOf } from '../../../../core/audit/record.js';
import type { KeyedDigests } from '../../../../core/secrets/keyed-digests.js';
import type { PaymentMethodRow } from './payment-method.store.js';

/** A nickname is free text of the holder. */
const CONTACT_DATA = ['holderName', 'nickname'] as const;

/** What the audit log shows of a method. */
export function auditedMethod(digests: KeyedDigests, method: PaymentMethodRow): object {
  return withoutContactData(digests, method, CONTACT_DATA);
}

/** Compared before hashing: digests of the same name differ. */
export function auditedChange(digests: KeyedDigests, locked: PaymentMethodRow, updated: PaymentMethodRow) {
  const { before, after } = changeOf(locked, updated);
  const masked = (changed: Partial<PaymentMethodRow>) => withoutContactData(digests, changed, CONTACT_DATA);
  return { before: masked(before), after: masked(after) };
}
