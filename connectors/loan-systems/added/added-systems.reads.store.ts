import type { PlainText } from '../../../core/contract/stored-text.js';
import { columns } from '../../../core/db/columns.js';
import { statement } from '../../../core/db/statement.js';
import { LEDGER_KIND } from '../../../loan-model/ledger-kind.js';
import type { RemoteConfiguration } from '../remote-kind.js';

/** Notified, at commit, when a loan system was added, changed or removed. */
export const LOAN_SYSTEMS_CHANNEL = 'tributary_loan_systems';

/** Only a built-in system has no address. */
const REMOTE = columns('LoanSystem', 's', ['code', 'kind', 'baseUrl', 'settings', 'secretEnv']).as<
  Pick<RemoteConfiguration, 'settings' | 'secretEnv'> & { readonly baseUrl: PlainText }
>();
const LEDGER = columns('LoanSystem', 's', ['code']);

/* Every process reads these from its start: with Prisma's models it would load Prisma's engine of some 90 MB for them. */

/** Codes of the ledgers of organizations that are active. */
export const activeLedgers = statement({
  name: 'loan_system.active_ledgers',
  unscoped: 'loan_system_without_borrower_data',
  gives: LEDGER,
  text: () => `
    select ${LEDGER} from loan_system s
     where s.is_active and s.kind = '${LEDGER_KIND}' and s.organization_id is not null`,
});

/** The active loan systems of these kinds. */
export const activeRemoteSystems = statement({
  name: 'loan_system.active_remotes',
  unscoped: 'loan_system_without_borrower_data',
  takes: { kinds: 'LoanSystem.kind[]' },
  gives: REMOTE,
  text: ({ p }) => `
    select ${REMOTE} from loan_system s
     where s.is_active and s.base_url is not null and s.kind = any(${p.kinds}::text[]) order by s.code`,
});
