import { snakeCased } from '../core/contract/case-conversion.js';
import type { BoardingRow } from '../ledger/boarding/boarding.store.js';
import { asStored, MEASURES } from '../ledger/boarding/boarding-tie-out.js';
import { shownWarnings } from '../ledger/boarding/warnings.js';
import type { BoardingProblemRow } from '../subgraphs/servicing/ledger-api/boarding/ledger-boarding-lists.reads.store.js';
import { type Answer, tableOf } from './command-result-as-json-or-text.js';

export function boardingAnswer(boarding: BoardingRow, problems: readonly BoardingProblemRow[]): Answer {
  const { warningCounts, ...row } = boarding;
  const { control, tieOut } = row;
  const { warnings, warningKinds } = shownWarnings(warningCounts);
  const sides = Object.entries(tieOut === null ? {} : asStored(tieOut));
  const document = snakeCased({
    ...row,
    warnings,
    warningKinds: warningKinds.map(snakeCased),
    control: control && snakeCased(control),
    tieOut: tieOut && Object.fromEntries(sides.map(([who, figures]) => [who, figures && snakeCased(figures)])),
    problems: problems.map(snakeCased),
  });
  const columns = { LINE: 'line', COLUMN: 'column', SEVERITY: 'severity', PROBLEM: 'message' } as const;
  const kinds = warningKinds.map(({ kind, count }) => `${kind} ${count}`).join(', ');
  const paragraphs = [
    sentence(boarding),
    tieOutTable(boarding),
    ...(problems.length === 0 ? [] : [tableOf(problems, columns)]),
    ...(warnings === 0 ? [] : [`Warnings: ${kinds}.`]),
  ];
  return { document, text: paragraphs.join('\n\n') };
}

function sentence({
  id,
  status,
  errors,
  differences,
  knownLoans,
  loansWritten,
  transactionsWritten,
  isTied,
  tieOut,
}: BoardingRow): string {
  const skipped = tieOut?.skipped?.loans ?? 0;
  const leftOut = skipped === 0 ? '' : ` ${skipped} loans skipped.`;
  const found = `${errors} errors, ${differences} differences, ${knownLoans} loans already in the ledger.`;
  switch (status) {
    case 'done':
      return `Boarding ${id}: wrote ${loansWritten} loans, ${transactionsWritten} transactions; ${isTied ? 'tied out' : 'NOT TIED OUT'}. ${found}${leftOut}`;
    case 'checked':
      return `Dry run ${id}: nothing was written. ${found}${leftOut}`;
    case 'abandoned':
      return `Boarding ${id} is abandoned; ${loansWritten} loans had been written, and stay. ${found}${leftOut}`;
    case 'refused':
      return `Boarding ${id} was refused, and nothing was written. ${found}`;
    default:
      return `Boarding ${id} is ${status}. ${found}`;
  }
}

function tieOutTable({ tieOut }: BoardingRow): string {
  if (tieOut === null) return 'No tie-out yet.';
  const { control, file, known, skipped, written } = asStored(tieOut);
  const journal: Readonly<Record<string, number>> = { ...tieOut.journal };
  return tableOf(MEASURES, {
    '': (measure) => measure,
    CONTROL: (measure) => control[measure] ?? '-',
    FILE: (measure) => file[measure] ?? '-',
    KNOWN: (measure) => known[measure] ?? '-',
    SKIPPED: (measure) => skipped[measure] ?? '-',
    WRITTEN: (measure) => written?.[measure] ?? '-',
    JOURNAL: (measure) => journal[measure] ?? '-',
  });
}
