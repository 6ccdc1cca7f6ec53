import type { Transaction } from '../db/database.js';
import type { Principal } from '../principal/principal.js';
import type { ErasureTerms } from './terms.js';

/** Who and what is erased, as each step needs it. */
export interface ErasureContext {
  readonly principal: Principal;
  readonly organizationId: string;
  readonly terms: ErasureTerms;
  /** Of the digests. */
  readonly key: Buffer;
}

/** Rows, by table. */
export type ErasureCounts = Readonly<Record<string, number>>;

/** What a step has done, and from where it goes on; null: it is done. */
export interface StepResult {
  readonly counts: ErasureCounts;
  readonly after: string | null;
}

/**
 * A step of an erasure, which the owner of its tables contributes. It takes as much as one short transaction holds, and twice the same
 * erases nothing more.
 */
export interface ErasureStep {
  /** It is kept while an erasure is under way, so it stays what it is. */
  readonly name: string;
  readonly take: (tx: Transaction, context: ErasureContext, after: string) => Promise<StepResult>;
}

/** What one owner erases in a step that several share. */
export type ErasurePart = (tx: Transaction, context: ErasureContext) => Promise<ErasureCounts>;

/** One step of what several owners erase: in one transaction, in this order. */
export function sharedStep(name: string, parts: readonly ErasurePart[]): ErasureStep {
  return {
    name,
    take: async (tx, context) => {
      let counts: ErasureCounts = {};
      for (const part of parts) counts = { ...counts, ...(await part(tx, context)) };
      return { counts, after: null };
    },
  };
}

/** Where a step goes on that reads rows in the order of their ids; null: these were the last. */
export function nextOf(found: readonly { readonly id: string }[], limit: number): string | null {
  return found.length < limit ? null : (found.at(-1)?.id ?? null);
}
