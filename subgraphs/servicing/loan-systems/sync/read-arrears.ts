import { limitToOrganization } from '../../../../core/principal/principal.js';
import { arrearsDue, arrearsRead, askForArrearsDay, loansInArrears, noteArrearsDay } from './arrears.store.js';
import { borrowersOfLoans } from './changes.store.js';
import type { LoansRead } from './page-result.js';
import type { Lease } from './pass.store.js';
import { type SetParts, syncLoansInSets } from './sync-loans-in-sets.js';
import { SYNC } from './write-loan.js';

export interface ArrearsParts extends SetParts {
  readonly lease: Lease;
}

const LOANS_A_PAGE = 200;

/**
 * Whether the arrears of a new business day are to be read now. Jobs at the end of the day change them, and a list of
 * changes does not name them.
 */
export async function areArrearsDue(parts: ArrearsParts): Promise<boolean> {
  const { db, system, lease } = parts;
  const { code, lease: name } = lease;
  if ((await db.first(SYNC, askForArrearsDay, { code, lease: name })) !== undefined) {
    const day = await system.businessDay();
    if (day.kind === 'answered') await db.many(SYNC, noteArrearsDay, { code, lease: name, day: day.value });
  }
  return (await db.first(SYNC, arrearsDue, { code })) !== undefined;
}

/** A page of loans whose arrears may have changed, without their borrowers. `last` undefined: after the last page. */
export async function readArrears(
  parts: ArrearsParts,
  after: string,
): Promise<{ readonly read: LoansRead | undefined; readonly last: string | undefined }> {
  const { db, owner, lease } = parts;
  const held = { organizationId: owner.organizationId, code: owner.loanSystemCode };
  const principal = limitToOrganization(SYNC, owner.organizationId);
  const due = await db.first(SYNC, arrearsDue, { code: lease.code });
  const day = due?.arrearsDay ?? undefined;
  const loans =
    day === undefined ? [] : await db.many(principal, loansInArrears, { ...held, day, after, limit: LOANS_A_PAGE });
  const last = loans.at(-1)?.externalId;
  if (last === undefined) {
    await db.many(SYNC, arrearsRead, { code: lease.code, lease: lease.lease });
    return { read: undefined, last };
  }
  const ids = loans.map(({ externalId }) => externalId);
  const borrowers = await db.many(principal, borrowersOfLoans, { ...held, loans: ids });
  const heldPersons = new Set(borrowers.map(({ externalId }) => externalId));
  const heads = ids.map((externalId) => ({ externalId, revision: null }));
  return { read: await syncLoansInSets({ ...parts, heldPersons }, heads), last };
}
