import type { Principal } from '../../../core/auth/principal.js';
import type { Transaction } from '../../../core/db/database.js';
import type { Look } from './look.store.js';
import { keyOf } from './page.js';
import { stageEntries } from './staging.store.js';

/** What the other side holds under a reference, as it is staged. */
export interface Entry {
  readonly externalId: string;
  readonly reference: string;
  /** Null: it does not tell whole cents. */
  readonly amountCents: number | null;
  readonly isReversed: boolean;
  readonly effectiveOn: string | null;
  readonly loan: string | null;
}

export async function writeEntries(
  tx: Transaction,
  principal: Principal,
  look: Look,
  about: 'payment' | 'charge' | 'refund',
  entries: readonly Entry[],
): Promise<void> {
  // Of an identifier that comes twice in one page the last word counts: one statement may not write a row twice.
  const rows = [...new Map(entries.map((entry) => [entry.externalId, entry])).values()];
  if (rows.length === 0) return;
  await tx.many(principal, stageEntries, {
    ...keyOf(look),
    about,
    externalIds: rows.map(({ externalId }) => externalId),
    references: rows.map(({ reference }) => reference),
    amounts: rows.map(({ amountCents }) => (amountCents === null ? null : String(amountCents))),
    reversed: rows.map(({ isReversed }) => String(isReversed)),
    days: rows.map(({ effectiveOn }) => effectiveOn),
    loans: rows.map(({ loan }) => loan),
  });
}
