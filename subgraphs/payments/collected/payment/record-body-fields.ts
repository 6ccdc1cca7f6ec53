import { type RecordPaymentBody, recordPaymentBody } from '../../../../core/contract/collected-payment.js';
import { type CamelCase, camelCase } from '../../../../core/contract/snake-cased.js';

/**
 * What a collector says of a payment, under the names of its columns: all of it is stored as it was said, null where it was left
 * out. So a member that is new in the contract is written without another word.
 */
export type Said = {
  readonly [F in keyof RecordPaymentBody as CamelCase<F>]-?:
    | Exclude<RecordPaymentBody[F], undefined>
    | (undefined extends RecordPaymentBody[F] ? null : never);
};

/** Each member of the body, with the field that it is stored in. */
const MEMBERS = recordPaymentBody.keyof().options.map((name) => [name, camelCase(name)] as const);

export const SAID: readonly (keyof Said)[] = MEMBERS.map(([, field]) => field);

export function saidIn(body: RecordPaymentBody): Said;
export function saidIn(body: RecordPaymentBody): object {
  return Object.fromEntries(MEMBERS.map(([name, field]) => [field, body[name] ?? null]));
}
