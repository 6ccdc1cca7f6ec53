import type { PlainText } from '../../../core/contract/stored-text.js';
import { columns } from '../../../core/db/columns.js';
import type { ScopedModels } from '../../../core/db/prisma.js';
import { rowOf, selected } from '../../../core/db/prisma-rows-by-columns.js';
import { LEDGER_KIND } from '../../../loan-model/ledger-kind.js';
import type { RemoteConfiguration } from '../remote-kind.js';

/** Notified, at commit, when a loan system was added, changed or removed. */
export const LOAN_SYSTEMS_CHANNEL = 'tributary_loan_systems';

/** Only a built-in system has no address. */
const REMOTE = columns('LoanSystem', 'loan_system', ['code', 'kind', 'baseUrl', 'settings', 'secretEnv']).as<
  Pick<RemoteConfiguration, 'settings' | 'secretEnv'> & { readonly baseUrl: PlainText }
>();

/** Codes of the ledgers of organizations that are active. */
export async function activeLedgers({ loanSystem }: ScopedModels): Promise<readonly string[]> {
  const where = { isActive: true, kind: LEDGER_KIND, organizationId: { not: null } };
  return (await loanSystem.findMany({ select: { code: true }, where })).map(({ code }) => code);
}

/** The active loan systems of these kinds. */
export async function activeRemoteSystems(
  { loanSystem }: ScopedModels,
  kinds: readonly string[],
): Promise<readonly RemoteConfiguration[]> {
  const where = { isActive: true, baseUrl: { not: null }, kind: { in: [...kinds] } };
  const found = await loanSystem.findMany({ select: selected(REMOTE), where, orderBy: { code: 'asc' } });
  return found.map((row) => rowOf(REMOTE, row));
}
