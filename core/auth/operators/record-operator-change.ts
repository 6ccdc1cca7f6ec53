import { changeOf, recordAudit, recordSharedAct } from '../../audit/record.js';
import type { Transaction } from '../../db/database.js';
import type { Principal } from '../../principal/principal.js';
import { roleNamed } from '../../principal/roles.js';
import type { Clock } from '../../time/clock.js';
import { rolesShown } from '../operator-tokens/stored-rights.js';
import { roleAt } from './rights.js';
import type { StoredOperator } from './store.js';

export type OperatorAction =
  | 'operator.add'
  | 'operator.change'
  | 'operator.disable'
  | 'operator.enable'
  | 'operator.bind';

interface OperatorChange {
  readonly action: OperatorAction;
  readonly before: StoredOperator | undefined;
  readonly after: StoredOperator;
}

/**
 * Audits a change of a person: once for the admins of all organizations, with everything that changed; and once for
 * each organization that is named and where the role changed, with nothing about the others.
 */
export async function recordOperatorChange(
  tx: Transaction,
  clock: Clock,
  by: Principal,
  { action, before, after }: OperatorChange,
): Promise<void> {
  const { id: subject, name } = after;
  const change = before === undefined ? { after: shown(after) } : changeOf(shown(before), shown(after));
  await recordAudit(tx, clock, by, { action, subject, organizationId: null, ...change });
  const named = new Set([...(before?.organizationIds ?? []), ...after.organizationIds]);
  for (const organizationId of named) {
    const [was, is] = [before && roleOf(before, organizationId), roleOf(after, organizationId)];
    if (was === is) continue;
    const roles = { before: { role: was ?? null }, after: { name, role: is ?? null } };
    await recordSharedAct(tx, clock, by, { action, subject, organizationIds: [organizationId], ...roles });
  }
}

function roleOf(operator: StoredOperator, organizationId: string) {
  return operator.disabledAt === null ? roleAt(operator, organizationId) : undefined;
}

function shown({ name, email, issuer, subject, role, organizationIds, organizationRoles, disabledAt }: StoredOperator) {
  const reach = organizationIds.length > 0 ? organizationIds : 'all';
  const rights = { role: roleNamed(role), organizationIds: reach, ...rolesShown(organizationRoles) };
  return { name, email, issuer, subject, ...rights, disabledAt };
}
