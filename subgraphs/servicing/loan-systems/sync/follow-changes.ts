import { limitToOrganization } from '../../../../core/principal/principal.js';
import type { LoanChanges } from '../../../../loan-model/loan-source-types.js';
import type { LoanChangeSource } from '../../../../loan-model/port.js';
import { borrowersOfLoans, keepChangesPosition, loansOfPersons } from './changes.store.js';
import { NOTHING_READ, type ReadCounts } from './page-result.js';
import type { Lease, RunningPass } from './pass.store.js';
import { type HeadToRead, noteUnread } from './pass-loans.store.js';
import { type SetParts, syncLoansInSets } from './sync-loans-in-sets.js';
import { SYNC } from './write-loan.js';

/**
 * `followed`: every loan that the list of changes named is written, or recorded to be read by the next pass.
 * `list_loans`: the list of changes is not offered, or was not followed until now, so the list of loans has to be read.
 */
export type Followed =
  | { readonly kind: 'followed'; readonly counts: ReadCounts }
  | { readonly kind: 'list_loans' }
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'lost' };

interface FollowingParts extends SetParts {
  readonly lease: Lease;
}

const LOANS_AT_A_TIME = 200;

/** Reads the loans that a system's list of changes names. The list is asked each time, because permissions change. */
export async function followChanges(
  parts: FollowingParts,
  changes: LoanChangeSource,
  { changesPosition: before }: RunningPass,
): Promise<Followed> {
  const { logger, owner } = parts;
  const reached = await changes.since(before);
  if (reached.kind === 'unavailable') return { kind: 'unavailable' };
  const about = { loan_system: owner.loanSystemCode };
  if (reached.value === 'not_offered') {
    if (before === null) return { kind: 'list_loans' };
    logger.warn(about, 'the list of changes is not offered any more; the list of loans is read instead');
    return (await keep(parts, null)) ? { kind: 'list_loans' } : { kind: 'lost' };
  }
  const { position } = reached.value;
  if (before === null) {
    logger.info(about, 'the list of changes is followed from now on');
    return (await keep(parts, position)) ? { kind: 'list_loans' } : { kind: 'lost' };
  }
  const counts = await syncNamed(parts, reached.value);
  if (counts === undefined) return { kind: 'unavailable' };
  if (position !== before && !(await keep(parts, position))) return { kind: 'lost' };
  return { kind: 'followed', counts };
}

async function keep({ db, lease }: FollowingParts, position: string | null): Promise<boolean> {
  const { code, lease: name } = lease;
  return (await db.first(SYNC, keepChangesPosition, { code, lease: name, position })) !== undefined;
}

/** The borrowers of a loan are read again only if they are named, or are new here. */
async function syncNamed(parts: FollowingParts, named: LoanChanges): Promise<ReadCounts | undefined> {
  const { db, owner } = parts;
  const held = { organizationId: owner.organizationId, code: owner.loanSystemCode };
  const principal = limitToOrganization(SYNC, owner.organizationId);
  const persons = [...named.persons];
  const theirs = persons.length === 0 ? [] : await db.many(principal, loansOfPersons, { ...held, persons });
  const loans = [...new Set([...named.loans, ...theirs.map(({ externalId }) => externalId)])];
  let counts = NOTHING_READ;
  for (let from = 0; from < loans.length; from += LOANS_AT_A_TIME) {
    const some = loans.slice(from, from + LOANS_AT_A_TIME);
    if (parts.shallPause()) {
      await leaveToNextPass(parts, loans.slice(from));
      return counts;
    }
    const stored = await db.many(principal, borrowersOfLoans, { ...held, loans: some });
    const heldPersons = new Set(stored.map(({ externalId }) => externalId));
    for (const externalId of persons) heldPersons.delete(externalId);
    const read = await syncLoansInSets({ ...parts, heldPersons }, some.map(withoutRevision));
    if (read.kind === 'unavailable') return undefined;
    counts = sum(counts, read.counts);
    // Which loans of the page were not begun is not known here; reading one twice does no harm.
    if (read.kind === 'paused') await leaveToNextPass(parts, some);
  }
  return counts;
}

/** The position moves on, so that a long list of changes is not read from its beginning each time. */
async function leaveToNextPass({ db, owner }: FollowingParts, externalIds: readonly string[]): Promise<void> {
  const unread = externalIds.map((externalId) => ({ externalId, kind: 'failed', revision: null }));
  await db.many(SYNC, noteUnread, { code: owner.loanSystemCode, loans: JSON.stringify(unread) });
}

function withoutRevision(externalId: string): HeadToRead {
  return { externalId, revision: null };
}

function sum(one: ReadCounts, other: ReadCounts): ReadCounts {
  return {
    loansRead: one.loansRead + other.loansRead,
    transactions: one.transactions + other.transactions,
    loansFailed: one.loansFailed + other.loansFailed,
  };
}
