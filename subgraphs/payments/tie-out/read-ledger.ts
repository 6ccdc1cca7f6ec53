import type { Principal } from '../../../core/auth/principal.js';
import type { Database, Transaction } from '../../../core/db/database.js';
import type { Look } from './look.store.js';
import { keyOf, type PageRead, page } from './page.js';
import { stageLedgerPage } from './staging.store.js';

const ENTRIES_AT_A_TIME = 10_000;

/** A page of the ledger's journal, copied within the database: where it ends is known once it is written. */
export async function readLedgerPage(
  { db }: { readonly db: Database },
  principal: Principal,
  look: Look,
): Promise<PageRead> {
  const [afterDay = look.firstDay, afterNumber = '0'] = look.place === '' ? [] : look.place.split(' ');
  const request = { ...keyOf(look), afterDay, afterNumber: Number(afterNumber), limit: ENTRIES_AT_A_TIME };
  // Written at once: the same page again stages the same rows, whoever dies between it and the look's next place.
  const last = await db.transaction((tx: Transaction) => tx.first(principal, stageLedgerPage, request));
  if (last === undefined || last.entries < ENTRIES_AT_A_TIME) return page('compare', '');
  return page('entries', `${last.day} ${last.number}`);
}
