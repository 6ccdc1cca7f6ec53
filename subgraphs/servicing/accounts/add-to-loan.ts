import type { Database, Transaction } from '../../../core/db/database.js';
import { Problem } from '../../../core/errors/problem.js';
import type { ClientKeys } from '../../../core/idempotency/client-keys.js';
import { type ActAnswer, createOnce, keptId } from '../../../core/idempotency/create-once-keeping-only-ids.js';
import { isId } from '../../../core/ids/ids.js';
import { limitToOrganization, type Principal } from '../../../core/principal/principal.js';
import { accountsByIds } from './account/account.reads.store.js';

/** A loan, by its account. */
export interface LoanOfAct {
  readonly organizationId: string;
  readonly accountId: string;
}

/** A row that staff add to a loan, such as a note or a flag, at most once per key. */
export interface AddedToLoan<Answer> {
  readonly operation: string;
  readonly idempotencyKey: string | null | undefined;
  readonly body: Readonly<Record<string, unknown>>;
  /** Writes it, and returns its id. */
  insert(tx: Transaction, caller: Principal, loan: LoanOfAct): Promise<string>;
  /** What is answered, also to a repetition: the row as it is then. */
  read(tx: Transaction, caller: Principal, id: string): Promise<Answer>;
}

/** @throws {Problem} `account_not_found`, `idempotency_conflict`, `idempotency_in_progress` */
export async function addToLoan<Answer extends object>(
  { db, clientKeys }: { readonly db: Database; readonly clientKeys: ClientKeys },
  principal: Principal,
  accountId: string,
  { operation, idempotencyKey, body, insert, read }: AddedToLoan<Answer>,
): Promise<ActAnswer<Answer>> {
  const [account] = isId(accountId) ? await db.many(principal, accountsByIds, { ids: [accountId] }) : [];
  if (account === undefined) throw new Problem('account_not_found');
  const { organizationId } = account;
  const caller = limitToOrganization(principal, organizationId);
  return db.transaction((tx) =>
    createOnce(
      { tx, clientKeys, principal: caller },
      {
        request: { organizationId, operation, idempotencyKey, path: [accountId], body },
        kept: keptId,
        perform: async () => {
          const id = await insert(tx, caller, { organizationId, accountId });
          return { kept: { id }, answer: await read(tx, caller, id) };
        },
        repeat: (_, { id }) => read(tx, caller, id),
      },
    ),
  );
}
