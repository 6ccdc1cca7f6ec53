import { requireById } from '../../../../core/db/by-id.js';
import { columnsAs, type RowOf } from '../../../../core/db/columns.js';
import type { Queries } from '../../../../core/db/database.js';
import { statement } from '../../../../core/db/statement.js';
import { Problem } from '../../../../core/errors/problem.js';
import type { Principal } from '../../../../core/principal/principal.js';
import { LEDGER_KIND } from '../../../../loan-model/ledger-kind.js';

const ACCOUNT = columnsAs('Account', 'a', {
  accountId: 'id',
  organizationId: 'organizationId',
  externalId: 'externalId',
});
const SYSTEM = columnsAs('LoanSystem', 's', { kind: 'kind', isActive: 'isActive' });
export type LedgerAccountRow = RowOf<typeof ACCOUNT>;

const accountForOperation = statement({
  name: 'ledger_operation.account',
  takes: { id: 'Account.id' },
  gives: [ACCOUNT, SYSTEM],
  text: ({ p, scope }) => `
    select ${ACCOUNT}, ${SYSTEM} from account a join loan_system s on s.code = a.loan_system_code
     where a.id = ${p.id} and ${scope('a.organization_id')}`,
});

/**
 * @throws {Problem} `account_not_found`, the same for a foreign and a missing id; `not_a_ledger_account` for an account
 *   of another loan system; `posting_unavailable` for a removed ledger, as for a payment.
 */
export async function requireLedgerAccount(on: Queries, principal: Principal, id: string): Promise<LedgerAccountRow> {
  const found = await requireById(on, principal, accountForOperation, id, 'account_not_found');
  const { kind, isActive, ...account } = found;
  if (kind !== LEDGER_KIND) throw new Problem('not_a_ledger_account');
  if (!isActive) throw new Problem('posting_unavailable');
  return account;
}

const TRANSACTION = columnsAs('Transaction', 't', { id: 'id' });

/** In the order in which they were posted. */
const transactionsPosted = statement({
  name: 'ledger_operation.transactions',
  takes: { organizationId: 'Account.organizationId', accountId: 'Account.id', externalIds: 'text[]' },
  gives: TRANSACTION,
  text: ({ p, scope, oneOf }) => `
    select ${TRANSACTION} from transaction t
     where t.organization_id = ${p.organizationId} and ${scope('t.organization_id')} and t.account_id = ${p.accountId}
       and ${oneOf('t.external_id', 'externalIds')}
     order by t.external_id::bigint`,
});

/** @param externalIds - reference numbers of the ledger. */
export async function transactionIds(
  on: Queries,
  principal: Principal,
  { organizationId, accountId }: Pick<LedgerAccountRow, 'organizationId' | 'accountId'>,
  externalIds: readonly string[],
): Promise<readonly string[]> {
  if (externalIds.length === 0) return [];
  const rows = await on.many(principal, transactionsPosted, { organizationId, accountId, externalIds });
  return rows.map(({ id }) => id);
}
