import { isSandbox } from '../../../../core/business-time/business-clock.js';
import { BOOKS_SIDE } from './books-side.js';
import type { Step } from './comparison-step-names.js';
import { finishComparison } from './end-comparison.js';
import { LOAN_SYSTEM } from './loan-system-side.js';
import { CARD_PROCESSOR } from './processor-side.js';
import type { ComparisonPosition, DayClock, PageRead, ReadPage, Side } from './side-interface.js';
import { BOOKS, processorOf } from './side-names.js';
import type { TieOutParts } from './tie-out-parts.js';

/** A side of one organization. */
export interface OneSide {
  readonly organizationId: string;
  readonly subject: string;
}

/** A side as its organization can use it. */
export interface ReachedSide {
  readonly days: DayClock;
  /** The first step of a comparison. @param kind - as the side is stored. */
  firstStep(kind: string): Promise<Step>;
  /** Reads a page for the comparison's current step and returns what to write. */
  readPage(at: ComparisonPosition): Promise<PageRead>;
}

/** The side of a comparison: a loan system, a card processor, or the ledger's own books. No request is made yet. */
export function resolveSide(parts: TieOutParts, { organizationId, subject }: OneSide): ReachedSide {
  if (subject === BOOKS) return reachedBy(parts, BOOKS_SIDE, () => parts.checkBooks);
  const code = processorOf(subject);
  if (code === undefined) return reachedBy(parts, LOAN_SYSTEM, () => parts.systems.byCode(subject));
  const processor = async () => parts.processors.of(code, await isSandbox(parts.db, organizationId));
  return reachedBy(parts, CARD_PROCESSOR, processor);
}

function reachedBy<Own extends Step, Reached>(
  parts: TieOutParts,
  side: Side<Own, Reached>,
  reach: () => Reached | Promise<Reached>,
): ReachedSide {
  return {
    days: side.days,
    firstStep: async (kind) => side.firstStep(await reach(), kind),
    readPage: async (at) => readStep(parts, at, side, await reach()),
  };
}

async function readStep<Own extends Step, Reached>(
  parts: TieOutParts,
  at: ComparisonPosition,
  { steps, sums }: Side<Own, Reached>,
  reached: Reached,
): Promise<PageRead> {
  const { step, subject } = at.look;
  if (step === 'finish') {
    return { kind: 'read', step: 'done', place: '', write: (tx) => finishComparison(tx, parts, at, sums) };
  }
  // An unknown step must never pass as a compared day.
  if (!isOwn(steps, step))
    throw new Error(`the comparison with ${subject} is at step ${step}, which is not one of its steps`);
  return steps[step](at, reached);
}

function isOwn<Own extends Step, Reached>(
  steps: Readonly<Record<Own, ReadPage<Own, Reached>>>,
  step: Step,
): step is Own {
  return Object.hasOwn(steps, step);
}
