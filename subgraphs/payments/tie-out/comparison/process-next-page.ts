import { limitToOrganization } from '../../../../core/principal/principal.js';
import { isoInstant } from '../../../../core/time/dates.js';
import { advanceComparison, nextComparison } from './comparison.store.js';
import { recordUnanswered } from './end-comparison.js';
import { type OneSide, resolveSide } from './resolve-side.js';
import { TIE_OUT_PRINCIPAL } from './seal-and-verify-results.js';
import type { TieOutParts } from './tie-out-parts.js';
import { writePage } from './write-comparison-page.js';

/** Processes one page of the oldest unfinished day. */
export async function processNextPage(
  parts: TieOutParts,
  { organizationId, subject }: OneSide,
): Promise<'go_on' | 'rest'> {
  const { db, clock } = parts;
  const principal = limitToOrganization(TIE_OUT_PRINCIPAL, organizationId);
  const look = await db.first(principal, nextComparison, { organizationId, subject });
  if (look === undefined) return 'rest';
  const { id, pages } = look;
  const at = { db, principal, look, key: { organizationId, id } };
  const read = await resolveSide(parts, look).readPage(at);
  if (read.kind === 'unanswered') {
    await recordUnanswered(parts, at, read);
    return 'rest';
  }
  const { step, place, loans = [] } = read;
  const loansRead = loans.filter(({ isRead }) => isRead).length;
  const loansUnread = loans.length - loansRead;
  const completedAt = step === 'done' && look.loansUnread === 0 ? isoInstant(clock.now()) : null;
  return db.transaction(async (tx) => {
    const next = { organizationId, id, pages, step, place, loansRead, loansUnread, completedAt };
    if ((await tx.first(principal, advanceComparison, next)) === undefined) return 'rest';
    await writePage(tx, at, read);
    return 'go_on';
  });
}
