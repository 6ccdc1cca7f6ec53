import { columns } from '../../../core/db/columns.js';
import { statement } from '../../../core/db/statement.js';
import type { RemoteConfiguration } from '../remote.js';

/** Told, at commit, when a loan system was added, changed or removed. */
export const LOAN_SYSTEMS_CHANNEL = 'tributary_loan_systems';

/** Only a system that comes along has no address. */
const REMOTE = columns('LoanSystem', 'loan_system', ['code', 'kind', 'baseUrl', 'settings', 'secretEnv']).as<
  Pick<RemoteConfiguration, 'baseUrl' | 'settings' | 'secretEnv'>
>();

export const activeRemoteSystems = statement({
  name: 'loan_system.active_remote',
  unscoped: 'loan systems stand above organizations; they hold addresses and names of variables',
  takes: { kinds: 'LoanSystem.kind[]' },
  gives: REMOTE,
  text: ({ p }) => `
    select ${REMOTE} from loan_system
    where is_active and base_url is not null and kind = any(${p.kinds}::text[]) order by code`,
});
