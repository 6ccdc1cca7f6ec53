import type { AccountFlagKind } from '../../core/contract/account-flag.js';
import { columns } from '../../core/db/columns.js';
import type { Queries } from '../../core/db/database.js';
import { statement } from '../../core/db/statement.js';
import type { Principal } from '../../core/principal/principal.js';
import type { IsoDate } from '../../core/time/dates.js';
import { stoppingFlags } from './flag-stops-sql.js';

const flagStoppingCharges = statement({
  name: 'account_flag.stopping_charges',
  takes: { organizationId: 'AccountFlag.organizationId', accountId: 'AccountFlag.accountId', today: 'date' },
  gives: columns('AccountFlag', 'f', ['kind']),
  text: ({ p: { organizationId, accountId, today }, scope }) => `
    select f.kind from ${stoppingFlags({ organizationId, accountId, day: today, what: 'charges' })} and ${scope('f.organization_id')}
     order by f.kind limit 1`,
});

/** The code of a charge that a flag stops, as runs show it. */
export function stoppedByFlag(kind: AccountFlagKind): `account_flag_${AccountFlagKind}` {
  return `account_flag_${kind}`;
}

/**
 * Why no charge of the loan may be sent now; undefined: no flag stops it. Read it in the transaction that decides on the
 * charge, after a statement that locks the account: setting a flag waits for that lock, so the flag is either seen here,
 * or was set after the decision.
 *
 * @param today - the organization's day
 */
export async function chargeStop(
  tx: Queries,
  principal: Principal,
  loan: { readonly organizationId: string; readonly accountId: string },
  today: IsoDate,
): Promise<`account_flag_${AccountFlagKind}` | undefined> {
  const { organizationId, accountId } = loan;
  const found = await tx.first(principal, flagStoppingCharges, { organizationId, accountId, today });
  return found === undefined ? undefined : stoppedByFlag(found.kind);
}
