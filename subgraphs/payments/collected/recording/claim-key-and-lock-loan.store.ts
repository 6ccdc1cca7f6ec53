import { statement } from '../../../../core/db/statement.js';
import { CLAIM, claimKeySql } from '../../../../core/idempotency/idempotency.store.js';
import { LOAN_KEY, lockingLoan } from '../../../../ledger/store/loan-store.js';
import { STORED } from '../../../../ledger/store/stored-loan.js';

/**
 * Claims a payment's stored key again and then locks its loan, in one statement: a row is locked when the join returns
 * it, and the join needs the claim's row. No row: the key belongs to an earlier request, and no loan is locked.
 *
 * What must be read under the lock needs a later statement: this one sees nothing committed while it waited, except
 * the loan's row itself.
 */
export const claimAndLock = statement({
  name: 'collected_payment.claim_and_lock',
  takes: { ...CLAIM, ...LOAN_KEY },
  gives: STORED,
  text: ({ p, scope }) => `
    with claimed as (${claimKeySql({ p, scope })})
    ${lockingLoan({ p, scope }, 'claimed')}`,
});

/**
 * The same for a key that was not stored a moment ago, in the other order: a payment that is written without the lock
 * also holds the loan before it inserts its key, so that two requests with one key never wait for each other. No row:
 * the key has been used since.
 */
export const lockAndClaim = statement({
  name: 'collected_payment.lock_and_claim',
  takes: { ...CLAIM, ...LOAN_KEY },
  gives: STORED,
  text: ({ p, scope }) => `
    with locked as materialized (${lockingLoan({ p, scope })}
    ), claimed as (${claimKeySql({ p, scope }, 'exists (select from locked)')})
    select locked.* from locked cross join claimed`,
});
