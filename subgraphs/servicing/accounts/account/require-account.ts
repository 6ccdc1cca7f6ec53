import type { Queries } from '../../../../core/db/database.js';
import { Problem } from '../../../../core/errors/problem.js';
import type { Principal } from '../../../../core/principal/principal.js';
import { accountsByIds } from './account.reads.store.js';

/**
 * For lists of one account: only an empty page leaves open whether the account exists. Needs no scope of its own,
 * because it reveals no more than the list does.
 *
 * @throws {Problem} `account_not_found`, the same for a foreign and a missing id.
 */
export async function requireAccount(db: Queries, principal: Principal, id: string): Promise<void> {
  const found = await db.first(principal, accountsByIds, { ids: [id] });
  if (found === undefined) throw new Problem('account_not_found');
}
