import type { PlainText } from '../../contract/stored-text.js';
import type { Queries } from '../../db/database.js';
import { systemPrincipal } from '../../principal/principal.js';
import { isAtLeast } from '../../principal/roles.js';
import type { IsoInstant } from '../../time/dates.js';
import { roleAt } from './rights.js';

/** An operator as other operators of a lender may see them: without email address and identity. */
export interface OperatorOfLender {
  readonly subject: string;
  readonly name: string;
}

interface Sought {
  readonly organizationId: string;
  readonly at: IsoInstant;
  /** Only the operator with this subject. */
  readonly subject?: PlainText;
}

/** More than a lender has; a list of so many is of no use to choose from. */
const MOST = 500;
const ADMINISTRATION = systemPrincipal('operators');
const RIGHTS = { role: true, organizationIds: true, organizationRoles: true } as const;

/**
 * Who works at a lender with at least the role agent, by name: enabled operators who have signed in, and people with a
 * token or session that is valid.
 */
export async function operatorsOfLender(
  on: Queries,
  { organizationId, at, subject }: Sought,
): Promise<readonly OperatorOfLender[]> {
  const models = on.models(ADMINISTRATION);
  const hasReach = { OR: [{ organizationIds: { isEmpty: true } }, { organizationIds: { has: organizationId } }] };
  const admitted = await models.operator.findMany({
    select: { subject: true, name: true, ...RIGHTS },
    where: { ...hasReach, disabledAt: null, subject: subject ?? { not: null } },
    orderBy: { id: 'asc' },
    take: MOST,
  });
  const tokens = await models.operatorToken.findMany({
    select: { name: true, displayName: true, ...RIGHTS },
    where: {
      ...hasReach,
      ...{ revokedAt: null, expiresAt: { gt: at } },
      ...(subject !== undefined && { name: subject }),
    },
    orderBy: { id: 'desc' },
    take: MOST,
  });
  const found = new Map<string, OperatorOfLender>();
  const people = [
    ...admitted,
    ...tokens.map(({ name, displayName, ...row }) => ({ ...row, subject: name, name: displayName ?? name })),
  ];
  for (const { subject: own, name, ...rights } of people) {
    const role = roleAt(rights as Parameters<typeof roleAt>[0], organizationId);
    if (own === null || role === undefined || !isAtLeast(role, 'agent') || found.has(own)) continue;
    found.set(own, { subject: own, name });
  }
  return [...found.values()].sort((one, other) => one.name.localeCompare(other.name, 'en')).slice(0, MOST);
}
