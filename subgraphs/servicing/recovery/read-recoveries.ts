import type { RemoteKind } from '../../../connectors/loan-systems/remote-kind.js';
import type { Principal } from '../../../core/principal/principal.js';
import type { ServiceParts } from '../../../core/service-parts.js';
import {
  loansThatChangedSystems,
  type MovedLoanRow,
  type RecoveringOrganizationRow,
  type RecoveringSystemRow,
  recoveringOrganizations,
  systemsOfRecovering,
} from './recovery.store.js';

/** A loan system that takes no postings, and the reason as a sentence. */
interface ClosedLoanSystem {
  readonly code: string;
  readonly reason: string;
  /** Whether it opens when an operator confirms that its list of postings was read. */
  readonly waitsForRead: boolean;
}

/** An organization that recovers from a restore, and what remains to be done. */
export interface Recovery {
  readonly organizationId: string;
  readonly displayName: string;
  readonly since: string;
  readonly closedLoanSystems: readonly ClosedLoanSystem[];
  readonly movedLoans: readonly MovedLoanRow[];
  readonly unknownPayments: number;
  readonly unknownReversals: number;
}

interface Parts extends Pick<ServiceParts, 'db'> {
  readonly loanSystemKinds: Readonly<Record<string, RemoteKind>>;
}

const LIST_UNREAD = 'it cannot be searched by reference, and its list of postings was not confirmed as read';
const IS_REMOVED = 'it was removed from use and still holds accounts';

/** The organizations within reach that recover, in order of id. */
export async function readRecoveries(parts: Parts, principal: Principal): Promise<readonly Recovery[]> {
  const { db } = parts;
  const lenders = await db.many(principal, recoveringOrganizations, {});
  if (lenders.length === 0) return [];
  const ids = lenders.map(({ id }) => id);
  const systems = await db.many(principal, systemsOfRecovering, { organizationIds: ids });
  const moved = await db.many(principal, loansThatChangedSystems, { organizationIds: ids });
  return lenders.flatMap((lender) => asRecovery(parts, lender, systems, moved) ?? []);
}

function asRecovery(
  { loanSystemKinds }: Parts,
  { id, displayName, recoveringSince, unknownPayments, unknownReversals }: RecoveringOrganizationRow,
  systems: readonly RecoveringSystemRow[],
  moved: readonly MovedLoanRow[],
): Recovery | undefined {
  if (recoveringSince === null) return undefined;
  const closed = systems.flatMap((system) =>
    system.organizationId === id ? (closedBecause(loanSystemKinds, system) ?? []) : [],
  );
  const movedLoans = moved.filter(({ organizationId }) => organizationId === id);
  return {
    ...{ organizationId: id, displayName, since: recoveringSince },
    ...{ closedLoanSystems: closed, movedLoans, unknownPayments, unknownReversals },
  };
}

function closedBecause(
  kinds: Parts['loanSystemKinds'],
  { code, kind, settings, isActive, postingsReadAt, accounts }: RecoveringSystemRow,
): ClosedLoanSystem | undefined {
  if (!isActive) return accounts > 0 ? { code, reason: IS_REMOVED, waitsForRead: false } : undefined;
  if (kinds[kind]?.findsByReference(settings) !== false || postingsReadAt !== null) return undefined;
  return { code, reason: LIST_UNREAD, waitsForRead: true };
}
