import type { LoanSystem } from '../../../connectors/loan-systems/port.js';
import type { Principal } from '../../../core/auth/principal.js';
import type { Database } from '../../../core/db/database.js';
import { type Entry, writeEntries } from './entries.js';
import type { Look } from './look.store.js';
import { keyOf, type PageRead } from './page.js';
import { markLoans, postingsToLookUp } from './staging.store.js';

const POSTINGS_AT_A_TIME = 100;

/**
 * Of a system that lists nothing each posting of ours is looked up under its reference. What it holds beside them, and whether a
 * posting was taken back, it does not tell.
 */
export async function lookUpPostings(
  { db }: { readonly db: Database },
  principal: Principal,
  look: Look,
  system: LoanSystem,
): Promise<PageRead> {
  const { organizationId } = look;
  const request = { ...keyOf(look), afterReference: look.place, limit: POSTINGS_AT_A_TIME };
  const postings = await db.many(principal, postingsToLookUp, request);
  const last = postings.at(-1);
  if (last === undefined) return { kind: 'read', step: 'compare', place: '' };
  const entries: Entry[] = [];
  const unread = new Set<string>();
  for (const { reference, accountId, loan, isReversed } of postings) {
    const found = await system.findPosting({ organizationId, accountId, externalId: loan }, reference);
    if (found.kind === 'unavailable' && found.isWell !== true) return { kind: 'unanswered' };
    if (found.kind === 'unavailable') unread.add(loan);
    if (found.kind === 'unavailable' || found.value === 'absent') continue;
    const { externalId, amountCents, effectiveOn } = found.value;
    entries.push({ externalId, reference, amountCents, isReversed, effectiveOn, loan });
  }
  const write: Extract<PageRead, { kind: 'read' }>['write'] = async (tx, writer) => {
    await writeEntries(tx, writer, look, 'payment', entries);
    const externalIds = [...unread];
    if (externalIds.length === 0) return;
    const marks = { revisions: externalIds.map(() => null), read: externalIds.map(() => 'false') };
    await tx.many(writer, markLoans, { ...keyOf(look), code: look.subject, externalIds, ...marks });
  };
  return { kind: 'read', step: 'look_ups', place: last.reference, loansUnread: unread.size, write };
}
