import type { Queries, Transaction } from '../../../../core/db/database.js';
import { type Principal, systemPrincipal } from '../../../../core/principal/principal.js';
import { accountsOfLoanSystems, lockLoanSystem, syncedThroughByCodes } from './loan-system.store.js';

const ADMINISTRATION = systemPrincipal('loan-systems');

/** Number of accounts within the caller's reach that each loan system holds, by its code. */
export async function accountsByCode(
  queries: Queries,
  principal: Principal,
  codes: readonly string[],
): Promise<(code: string) => number> {
  const counted = await queries.many(principal, accountsOfLoanSystems, { codes });
  const byCode = new Map<string, number>();
  for (const { code, accounts } of counted) byCode.set(code, (byCode.get(code) ?? 0) + accounts);
  return (code) => byCode.get(code) ?? 0;
}

/** A loan system, locked until the transaction ends and read under the lock. Undefined: there is none. */
export async function heldLoanSystem(tx: Transaction, code: string) {
  const system = await tx.first(ADMINISTRATION, lockLoanSystem, { code });
  if (system === undefined) return undefined;
  const accounts = (await accountsByCode(tx, ADMINISTRATION, [code]))(code);
  const sync = await tx.first(ADMINISTRATION, syncedThroughByCodes, { codes: [code] });
  return { ...system, accounts, syncedThrough: sync?.syncedThrough ?? null };
}
