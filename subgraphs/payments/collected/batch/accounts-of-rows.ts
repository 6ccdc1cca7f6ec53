import type { PaymentBatchRowBody } from '../../../../core/contract/payment-batch.js';
import type { Queries } from '../../../../core/db/database.js';
import { isId } from '../../../../core/ids/ids.js';
import type { Principal } from '../../../../core/principal/principal.js';
import { accountsOfRows } from './payment-batch.store.js';

/**
 * The account of each row, in order. It is resolved once, when the batch is created, so that later work, even if
 * repeated, uses the same account. Undefined: no account in scope, or several accounts have the number.
 */
export async function resolveAccounts(
  queries: Queries,
  principal: Principal,
  organizationId: string,
  rows: readonly PaymentBatchRowBody[],
): Promise<readonly (string | undefined)[]> {
  const named = (name: 'account_id' | 'loan_number' | 'external_contract_number') => [
    ...new Set(rows.flatMap((row) => row[name] ?? [])),
  ];
  const found = await queries.many(principal, accountsOfRows, {
    organizationId,
    ids: named('account_id').filter(isId),
    contractNumbers: named('external_contract_number'),
    loanNumbers: named('loan_number'),
  });
  const ids = new Set(found.map(({ accountId }) => accountId));
  const byContract = onlyOnes(
    found.map(({ externalContractNumber, accountId }) => [externalContractNumber, accountId]),
  );
  const byLoan = onlyOnes(found.map(({ loanNumber, accountId }) => [loanNumber, accountId]));
  return rows.map(({ account_id, loan_number, external_contract_number }) => {
    if (typeof account_id === 'string') return ids.has(account_id) ? account_id : undefined;
    if (typeof loan_number === 'string') return byLoan.get(loan_number);
    return byContract.get(external_contract_number ?? '');
  });
}

/** Numbers that identify exactly one account; the others identify none. */
function onlyOnes(pairs: readonly (readonly [string | null, string])[]): ReadonlyMap<string, string | undefined> {
  const accounts = new Map<string, string | undefined>();
  for (const [number, accountId] of pairs) {
    if (number !== null) accounts.set(number, accounts.has(number) ? undefined : accountId);
  }
  return accounts;
}
