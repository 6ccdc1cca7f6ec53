import { type CamelCase, camelCase } from '../../../../core/contract/case-conversion.js';
import { type RecordPaymentBody, recordPaymentBody } from '../../../../core/contract/collected-payment.js';

/**
 * The fields of a payment that the collector sends, under the names of their columns. All are stored as sent, null
 * if omitted. So a new field of the contract is stored without further code.
 */
export type RecordedFields = {
  readonly [F in keyof RecordPaymentBody as CamelCase<F>]-?:
    | Exclude<RecordPaymentBody[F], undefined>
    | (undefined extends RecordPaymentBody[F] ? null : never);
};

/** Each member of the body, with the field that stores it. */
const MEMBERS = recordPaymentBody.keyof().options.map((name) => [name, camelCase(name)] as const);

export const RECORDED_FIELDS: readonly (keyof RecordedFields)[] = MEMBERS.map(([, field]) => field);

export function recordedFieldsOf(body: RecordPaymentBody): RecordedFields;
export function recordedFieldsOf(body: RecordPaymentBody): object {
  return Object.fromEntries(MEMBERS.map(([name, field]) => [field, body[name] ?? null]));
}
