import type { TenantTransaction } from './test-tenant.js';

/** One row of the proof's result. */
export interface KindCount {
  readonly kind: string;
  /** As Tributary has them. */
  readonly ours: number;
  /** At Fineract beyond one each. */
  readonly doubled: number;
  /** Tributary's that Fineract does not have; for what Fineract made: Fineract's that Tributary does not have. */
  readonly lost: number;
  /** At Fineract, but not Tributary's; for what Fineract made: Tributary's that Fineract does not have. */
  readonly invented: number;
}

/** A payment as Tributary has it. */
export interface OurPayment {
  readonly reference: string;
  readonly loan: string;
  readonly cents: number;
  /** Whether Tributary calls it posted, also if it was reversed since. */
  readonly isPosted: boolean;
  readonly reversal: string | null;
}

/** A payment in Fineract's books. */
export interface TheirPayment extends TenantTransaction {
  readonly loan: string;
}

/**
 * Each posted payment has one transaction under its reference. Amounts are different on each loan, so a second posting
 * under another reference is found too.
 */
export function countPayments(kind: string, ours: readonly OurPayment[], theirs: readonly TheirPayment[]): KindCount {
  const posted = ours.filter(({ isPosted }) => isPosted);
  const references = new Set(posted.map(({ reference }) => reference));
  const amounts = new Set(posted.map(({ loan, cents }) => `${loan} ${cents}`));
  const found = new Set<string>();
  let [doubled, invented] = [0, 0];
  for (const { externalId, loan, cents } of theirs) {
    if (externalId !== null && references.has(externalId)) {
      if (found.has(externalId)) doubled += 1;
      found.add(externalId);
    } else if (amounts.has(`${loan} ${cents}`)) doubled += 1;
    else invented += 1;
  }
  return { kind, ours: posted.length, doubled, lost: posted.length - found.size, invented };
}

/** A reversal is a mark on the payment's transaction, with the reversal's reference. */
export function countReversals(ours: readonly OurPayment[], theirs: readonly TheirPayment[]): KindCount {
  const wanted = new Map(ours.flatMap(({ reference, reversal }) => (reversal === null ? [] : [[reference, reversal]])));
  const found = new Set<string>();
  let [doubled, invented] = [0, 0];
  for (const { externalId, isReversed, reversalExternalId } of theirs) {
    if (!isReversed) continue;
    const reversal = wanted.get(externalId ?? '');
    if (reversal === undefined || reversal !== reversalExternalId) invented += 1;
    else if (found.has(reversal)) doubled += 1;
    else found.add(reversal);
  }
  return { kind: 'reversals', ours: wanted.size, doubled, lost: wanted.size - found.size, invented };
}

/** What was made at Fineract, by its number, as the sync has read it. */
export function countSynced(kind: string, ours: readonly string[], theirs: readonly string[]): KindCount {
  const [read, made] = [new Set(ours), new Set(theirs)];
  return {
    kind,
    ours: ours.length,
    doubled: ours.length - read.size,
    lost: theirs.filter((number) => !read.has(number)).length,
    invented: [...read].filter((number) => !made.has(number)).length,
  };
}
