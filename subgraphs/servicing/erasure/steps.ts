import { type Principal } from '../../../core/auth/principal.js';
import type { Transaction } from '../../../core/db/database.js';
import type { ErasureTerms } from '../../../core/erasure/terms.js';
import { eraseAnswers } from './answers.js';
import { eraseBatches, eraseEvents, erasePoison, eraseSuppressions, eraseWaiting } from './mail.js';
import { eraseBoardings, eraseJournal, eraseMethods, eraseRows, eraseTexts } from './rows.js';
import { eraseWebhookAnswers } from './webhook-answers.js';

/** Who and what is erased, as each step needs it. */
export interface ErasureContext {
  readonly principal: Principal;
  readonly organizationId: string;
  readonly terms: ErasureTerms;
  /** Of the digests. */
  readonly key: Buffer;
}

/** What a step has done, and from where it goes on; null: it is done. */
export interface StepResult {
  /** Rows, by table. */
  readonly counts: Readonly<Record<string, number>>;
  readonly after: string | null;
}

export type ErasureStep = (tx: Transaction, context: ErasureContext, after: string) => Promise<StepResult>;

/**
 * In the order in which they are taken, by the name that is kept; each takes as much as one short transaction holds, and twice the same
 * erases nothing more. The first goes with the tombstones.
 */
export const STEPS: Readonly<Record<string, ErasureStep>> = {
  rows: eraseRows,
  payment_methods: eraseMethods,
  texts: eraseTexts,
  journal: eraseJournal,
  boardings: eraseBoardings,
  answers: eraseAnswers,
  events: eraseEvents,
  suppressions: eraseSuppressions,
  batches: eraseBatches,
  waiting: eraseWaiting,
  poison: erasePoison,
  webhook_answers: eraseWebhookAnswers,
};

export const FIRST_STEP = 'rows';

/** The step behind one; undefined: it was the last. */
export function stepAfter(name: string): string | undefined {
  const names = Object.keys(STEPS);
  return names[names.indexOf(name) + 1];
}
