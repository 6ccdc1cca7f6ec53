import { isSandbox } from '../../../../core/business-time/business-clock.js';
import { within } from '../../../../core/principal/principal.js';
import { isoInstant } from '../../../../core/time/dates.js';
import { BOOKS_SIDE } from './books.js';
import { finishLook, tellUnanswered } from './end-look.js';
import { BOOKS, processorOf } from './kinds.js';
import { firstStepAt, LOAN_SYSTEM } from './loan-system.js';
import { advanceLook, nextLook } from './look.store.js';
import type { TieOutParts } from './parts.js';
import { CARD_PROCESSOR } from './processor.js';
import { TIE_OUT_PRINCIPAL } from './result.js';
import type { PageRead, ReadPage, Side, Standing } from './side.js';
import type { Step } from './steps.js';
import { writePage } from './write-page.js';

/** A side of one organization. */
export interface OneSide {
  readonly organizationId: string;
  readonly subject: string;
}

/** Where a look at a side begins. @param kind - a loan system's, `processor`, or `books`. */
export function firstStep({ systems }: TieOutParts, subject: string, kind: string): Step {
  if (kind === 'processor') return 'charges';
  if (kind === BOOKS) return 'books';
  return firstStepAt(systems.byCode(subject), kind);
}

/** One page of the oldest day that is not done. */
export async function lookAtNextPage(
  parts: TieOutParts,
  { organizationId, subject }: OneSide,
): Promise<'go_on' | 'rest'> {
  const { db, clock } = parts;
  const principal = within(TIE_OUT_PRINCIPAL, organizationId);
  const look = await db.first(principal, nextLook, { organizationId, subject });
  if (look === undefined) return 'rest';
  const { id, pages } = look;
  const at = { db, principal, look, key: { organizationId, id } };
  const read = await readPage(parts, at);
  if (read.kind === 'unanswered') {
    await tellUnanswered(parts, principal, look);
    return 'rest';
  }
  const { step, place, loans = [] } = read;
  const loansRead = loans.filter(({ isRead }) => isRead).length;
  const loansUnread = loans.length - loansRead;
  const completedAt = step === 'done' && look.loansUnread === 0 ? isoInstant(clock.now()) : null;
  return db.transaction(async (tx) => {
    const next = { organizationId, id, pages, step, place, loansRead, loansUnread, completedAt };
    if ((await tx.first(principal, advanceLook, next)) === undefined) return 'rest';
    await writePage(tx, at, read);
    return 'go_on';
  });
}

/** What the step that a look stands at reads of its side, as its organization reaches it, and what is to be written of it. */
async function readPage(parts: TieOutParts, at: Standing): Promise<PageRead> {
  const { organizationId, subject } = at.look;
  if (subject === BOOKS) return readStep(parts, at, BOOKS_SIDE, parts.checkBooks);
  const code = processorOf(subject);
  if (code === undefined) return readStep(parts, at, LOAN_SYSTEM, parts.systems.byCode(subject));
  return readStep(parts, at, CARD_PROCESSOR, parts.processors.of(code, await isSandbox(parts.db, organizationId)));
}

async function readStep<Own extends Step, Reached>(
  parts: TieOutParts,
  at: Standing,
  { steps, sums }: Side<Own, Reached>,
  reached: Reached,
): Promise<PageRead> {
  const { step, subject } = at.look;
  if (step === 'finish') {
    return { kind: 'read', step: 'done', place: '', write: (tx) => finishLook(tx, parts, at, sums) };
  }
  // What is not known is never taken for a day that was compared.
  if (!isOwn(steps, step)) throw new Error(`the look at ${subject} stands at ${step}, which is none of its steps`);
  return steps[step](at, reached);
}

function isOwn<Own extends Step, Reached>(
  steps: Readonly<Record<Own, ReadPage<Own, Reached>>>,
  step: Step,
): step is Own {
  return Object.hasOwn(steps, step);
}
