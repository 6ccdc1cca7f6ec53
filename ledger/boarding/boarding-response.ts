import type { WrittenAnswer } from '../../core/errors/problem.js';
import { serializeAnswer } from '../../core/errors/refusal-body.js';
import type { BoardingRow } from './boarding.store.js';
import { asStored, type Figures, type TieOut } from './boarding-tie-out.js';
import { shownWarnings } from './warnings.js';

/** Totals that a source may lack individually. */
export type PartialFigures = { readonly [M in keyof Figures]: number | null };

/** The totals as shown; the journal's contain no history. */
export function shownTieOut({ tieOut }: Pick<BoardingRow, 'tieOut'>) {
  if (tieOut === null) return null;
  const { control, file, known, skipped, written: wrote, journal }: TieOut = asStored(tieOut);
  const entries: PartialFigures | null = journal && { ...journal, transactions: null, amountCents: null };
  return { control, file, known, skipped, written: wrote, journal: entries };
}

/** The response to abandoning a boarding, which equals its REST document; a test compares the bytes of both. */
export function writtenBoarding(boarding: BoardingRow): WrittenAnswer {
  const tieOut = shownTieOut(boarding);
  const { warnings, warningKinds } = shownWarnings(boarding.warningCounts);
  return serializeAnswer(202, {
    id: boarding.id,
    organization_id: boarding.organizationId,
    loan_system_code: boarding.loanSystemCode,
    status: boarding.status,
    is_dry_run: boarding.isDryRun,
    skips_invalid: boarding.skipsInvalid,
    is_strict: boarding.isStrict,
    lines: boarding.lines,
    bytes: boarding.bytes,
    loans: boarding.loans,
    transactions: boarding.transactions,
    errors: boarding.errors,
    differences: boarding.differences,
    warnings,
    warning_kinds: warningKinds,
    known_loans: boarding.knownLoans,
    loans_written: boarding.loansWritten,
    transactions_written: boarding.transactionsWritten,
    is_tied: boarding.isTied,
    tie_out: tieOut && {
      control: figures(tieOut.control),
      file: figures(tieOut.file),
      known: figures(tieOut.known),
      skipped: figures(tieOut.skipped),
      written: tieOut.written && figures(tieOut.written),
      journal: tieOut.journal && figures(tieOut.journal),
    },
    requested_by: boarding.requestedBy,
    created_at: boarding.createdAt,
    finished_at: boarding.finishedAt,
  });
}

function figures({ loans, transactions, principalCents, interestCents, feesCents, amountCents }: PartialFigures) {
  return {
    loans,
    transactions,
    principal_cents: principalCents,
    interest_cents: interestCents,
    fees_cents: feesCents,
    amount_cents: amountCents,
  };
}
