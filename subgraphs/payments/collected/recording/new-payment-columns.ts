import { typesOf } from '../../../../core/db/columns.js';
import type { ParametersOf } from '../../../../core/db/statement.js';
import { RECORDED_FIELDS } from '../payment/fields-from-collector.js';

/** A new payment's columns. */
export const NEW_PAYMENT = {
  ...typesOf('CollectedPayment', ['id', 'organizationId', 'accountId', 'recordedBy']),
  ...typesOf('CollectedPayment', RECORDED_FIELDS),
} as const;
export type NewPayment = ParametersOf<typeof NEW_PAYMENT>;
