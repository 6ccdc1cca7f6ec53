import { statement } from '../../../core/db/statement.js';
import type { RemoteConfiguration } from '../remote.js';

/** Told, at commit, when a loan system was added, changed or removed. */
export const LOAN_SYSTEMS_CHANNEL = 'tributary_loan_systems';

export const activeRemoteSystems = statement<{ kinds: readonly string[] }, RemoteConfiguration>({
  name: 'loan_system.active_remote',
  unscoped: 'loan systems stand above organizations; they hold addresses and names of variables',
  text: ({ p }) => `
    select code, kind, base_url as "baseUrl", settings, secret_env as "secretEnv" from loan_system
    where is_active and base_url is not null and kind = any(${p.kinds}::text[]) order by code`,
});
