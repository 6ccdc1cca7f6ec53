import type { Transaction } from '../core/db/database.js';
import { type IsoDate, type IsoInstant, isoInstant } from '../core/time/dates.js';
import { applyChange, hasRareConsequences } from '../loan-model/projection/apply-change.js';
import { applyChangeSet } from '../loan-model/projection/apply-change-set.js';
import type { ProjectionContext } from '../loan-model/projection/projection-context.js';
import type { ClosedDay } from './operations/close-days.js';
import { endOfDay } from './rules/business-day.js';
import { writeDayEndEntries, writeLoanStates } from './store/closed-days-store.js';
import { changeOf, type WrittenAct, writeAct } from './write-loan-operation.js';

/** Writes the changes from closing a loan's days, day by day, into the journal and the normalized model. */
export async function writeClosedDays(
  tx: Transaction,
  projecting: ProjectionContext,
  accountId: string,
  changes: readonly ClosedDay[],
): Promise<void> {
  const postedAt = isoInstant(projecting.clock.now());
  for (const change of changes) {
    const posted = await writeAct(tx, actOf(accountId, change, postedAt));
    if (posted === 'reference_in_use') throw new Error('day-end posts without an external reference');
    await applyChange(tx, projecting, posted.change);
  }
}

/** A loan of which at least one day changed something. */
export interface ChangedLoan {
  readonly accountId: string;
  readonly changes: readonly ClosedDay[];
}

/**
 * Writes the same rows as `writeClosedDays` for several loans of one organization: first the first change of each,
 * then the second of each, and so on.
 */
export async function writeClosedDaysOfLoans(
  tx: Transaction,
  projecting: ProjectionContext,
  { organizationId, through }: { readonly organizationId: string; readonly through: IsoDate },
  loans: readonly ChangedLoan[],
): Promise<void> {
  const postedAt = isoInstant(projecting.clock.now());
  const most = Math.max(0, ...loans.map(({ changes }) => changes.length));
  for (let nth = 0; nth < most; nth += 1) {
    const acts = loans.flatMap(({ accountId, changes }) => {
      const change = changes[nth];
      return change === undefined ? [] : [actOf(accountId, change, postedAt)];
    });
    await writeActs(tx, projecting, organizationId, acts);
  }
  const states = loans.flatMap(({ changes }) => changes.at(-1)?.loan ?? []);
  await writeLoanStates(
    tx,
    organizationId,
    states.map((loan) => ({ ...loan, dayEndThrough: through })),
  );
}

/** Writes one change of each of several loans, except the loans' own state. */
async function writeActs(
  tx: Transaction,
  projecting: ProjectionContext,
  organizationId: string,
  acts: readonly WrittenAct[],
): Promise<void> {
  const entries = acts.flatMap(({ loan, entries }) => entries.map(({ entry }) => ({ loanId: loan.id, entry })));
  const [postedAt] = acts.map((act) => act.postedAt);
  const references = postedAt === undefined ? [] : await writeDayEndEntries(tx, organizationId, entries, postedAt);
  let used = 0;
  const changes = acts.map((act) => {
    const own = references.slice(used, used + act.entries.length);
    used += act.entries.length;
    return changeOf(act, own);
  });
  const together = changes.filter((change) => !hasRareConsequences(change));
  await applyChangeSet(tx, projecting, organizationId, together);
  for (const change of changes) if (hasRareConsequences(change)) await applyChange(tx, projecting, change);
}

function actOf(
  accountId: string,
  { closedOn, before, loan, entries, position }: ClosedDay,
  postedAt: IsoInstant,
): WrittenAct {
  const occurredAt = endOfDay(closedOn);
  return { accountId, before, loan, entries, position, postedAt, occurredAt, receivedAt: postedAt };
}
