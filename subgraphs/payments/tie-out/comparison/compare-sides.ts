import type { postingDifferences } from './posting-differences.reads.store.js';
import type { ComparisonPosition, PageRead } from './side-interface.js';

/**
 * Both sides are compared again for each page. With this page size only a day on which everything differs needs a
 * second page.
 */
const DIFFERENCES_AT_A_TIME = 20_000;

/**
 * A page of differences between the two sides. @param differences - the statement that compares Tributary with this
 * side.
 */
export async function compareSides(
  { db, principal, look, key }: ComparisonPosition,
  differences: typeof postingDifferences,
): Promise<PageRead<'compare' | 'finish'>> {
  const [afterKind = '', ...rest] = look.place.split(':');
  const after = { afterKind, afterReference: rest.join(':') };
  const found = await db.many(principal, differences, { ...key, ...after, limit: DIFFERENCES_AT_A_TIME });
  const last = found.at(-1);
  const isAll = last === undefined || found.length < DIFFERENCES_AT_A_TIME;
  const place = isAll ? '' : `${last.kind}:${last.reference}`;
  return { kind: 'read', step: isAll ? 'finish' : 'compare', place, differences: found };
}
