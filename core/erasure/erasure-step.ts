import type { Transaction } from '../db/database.js';
import type { Principal } from '../principal/principal.js';
import type { ErasureTerms } from './erasure-search-terms.js';

/** The person or address to erase. Every step gets it. */
export interface ErasureContext {
  readonly principal: Principal;
  readonly organizationId: string;
  readonly terms: ErasureTerms;
  /** The key of the digests. */
  readonly key: Buffer;
}

/** Number of rows by table. */
export type ErasureCounts = Readonly<Record<string, number>>;

/** What a step has erased, and where it continues; null when it is finished. */
export interface StepResult {
  readonly counts: ErasureCounts;
  readonly after: string | null;
}

/**
 * A step of an erasure. The module that owns the tables contributes it. Each run erases as much as fits in one short
 * transaction. A repeated run is harmless: it erases nothing more.
 */
export interface ErasureStep {
  /** Stored while an erasure is running, so it must not change. */
  readonly name: string;
  readonly take: (tx: Transaction, context: ErasureContext, after: string) => Promise<StepResult>;
}

/** One module's part of a step that several modules share. */
export type ErasurePart = (tx: Transaction, context: ErasureContext) => Promise<ErasureCounts>;

/** Combines the parts of several modules into one step: one transaction, in this order. */
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

/** Where a step that reads rows in id order continues; null when these rows were the last. */
export function nextPosition(found: readonly { readonly id: string }[], limit: number): string | null {
  return found.length < limit ? null : (found.at(-1)?.id ?? null);
}
