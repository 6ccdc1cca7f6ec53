import { hasLeft } from '../../../../core/auth/operators/has-left-sql.js';
import { promiseState, receivedForPromise } from '../../../../loan-model/notes/promise-state-sql.js';

/*
 * SQL that the statements of the collection queue share, for account `a`. The joins keep one row per account.
 */

/** Who works on the loan, as `c`; without a row no one does. */
export const ASSIGNMENT_OF_LOAN =
  'left join collection_assignment c on c.organization_id = a.organization_id and c.account_id = a.id';

/** The newest promise to pay, as `n`. */
export const NEWEST_PROMISE = `left join lateral (select n.* from account_note n
      where n.organization_id = a.organization_id and n.account_id = a.id and n.kind = 'promise_to_pay'
      order by n.id desc limit 1) n on true`;

/** The state of that promise. @param today - SQL of the lenders' day */
export function stateOfPromise(today: string): string {
  return promiseState({ note: 'n', received: receivedForPromise('n'), today });
}

/** SQL condition: the loan is assigned to no one, or to a person who no longer works at the lender. */
export function isUnassigned(row: string): string {
  return `(${row}.assigned_to is null or ${hasLeft(`${row}.assigned_to`, `${row}.organization_id`)})`;
}

/**
 * SQL condition: no other agent has the loan, and it is assigned to no other one.
 *
 * @param row - alias of `collection_assignment`
 * @param at - SQL of the time: a loan that was taken until then is free
 */
export function isFreeFor(row: string, { actor, at }: { readonly actor: string; readonly at: string }): string {
  return `(${row}.assigned_to = ${actor} or ${isUnassigned(row)})
      and (${row}.taken_until is null or ${row}.taken_until <= ${at} or ${row}.taken_by = ${actor})`;
}
