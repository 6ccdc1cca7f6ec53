import { type RecordPaymentBody, recordPaymentBody } from '../../../core/contract/collected-payment.js';
import { type CamelCase, camelCase } from '../../../core/contract/snake-cased.js';

/**
 * What a collector says of a payment, under the names of its columns: all of it is stored as it was said, null where it was left
 * out. So a member that is new in the contract is written without another word.
 */
export type Said = {
  readonly [F in keyof RecordPaymentBody as CamelCase<F>]-?:
    | Exclude<RecordPaymentBody[F], undefined>
    | (undefined extends RecordPaymentBody[F] ? null : never);
};

export const SAID: readonly (keyof Said)[] = recordPaymentBody.keyof().options.map((name) => camelCase(name));

export function saidIn(body: RecordPaymentBody): Said;
export function saidIn(body: RecordPaymentBody): object {
  const members = recordPaymentBody.keyof().options;
  return Object.fromEntries(members.map((name) => [camelCase(name), body[name] ?? null]));
}
