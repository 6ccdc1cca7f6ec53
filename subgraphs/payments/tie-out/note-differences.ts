import type { Principal } from '../../../core/auth/principal.js';
import type { Database, Transaction } from '../../../core/db/database.js';
import { newId } from '../../../core/ids.js';
import { type FoundDifference, postingDifferences } from './compare.store.js';
import { insertExceptions, reopenDifferences, writeDifferences } from './difference.store.js';
import { processorOf } from './kinds.js';
import type { Look } from './look.store.js';
import { keyOf, type PageRead, page } from './page.js';
import { processorDifferences } from './processor.store.js';

/** The two sides are compared anew for each page: so many that no day but one on which everything differs has a second one. */
const DIFFERENCES_AT_A_TIME = 20_000;

/** A page of what differs between the two sides. */
export async function compareSides(
  { db }: { readonly db: Database },
  principal: Principal,
  look: Look,
): Promise<PageRead> {
  const [afterKind = '', ...rest] = look.place.split(':');
  const statement = processorOf(look.subject) === undefined ? postingDifferences : processorDifferences;
  const after = { afterKind, afterReference: rest.join(':') };
  const found = await db.many(principal, statement, { ...keyOf(look), ...after, limit: DIFFERENCES_AT_A_TIME });
  const last = found.at(-1);
  const isAll = last === undefined || found.length < DIFFERENCES_AT_A_TIME;
  const place = isAll ? '' : `${last.kind}:${last.reference}`;
  return page(isAll ? 'finish' : 'compare', place, (tx) => noteDifferences(tx, principal, look, found));
}

/** The same difference is the same exception, however often it is found. */
export async function noteDifferences(
  tx: Transaction,
  principal: Principal,
  look: Look,
  found: readonly FoundDifference[],
): Promise<void> {
  if (found.length === 0) return;
  const given = {
    ...keyOf(look),
    ids: found.map(() => newId()),
    kinds: found.map(({ kind }) => kind),
    references: found.map(({ reference }) => reference),
    accounts: found.map(({ accountId }) => accountId),
    ours: found.map(({ ours }) => ours),
    theirs: found.map(({ theirs }) => theirs),
  };
  await tx.many(principal, reopenDifferences, given);
  await tx.many(principal, insertExceptions, given);
  await tx.many(principal, writeDifferences, given);
}
