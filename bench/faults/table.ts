import { markdownTable } from '../support/figures.js';
import type { FurtherRow } from './further-proofs.js';

const COLUMNS: Readonly<Record<string, (row: FurtherRow) => unknown>> = {
  fault: ({ fault, about }) => `${fault}: ${about}`,
  count: ({ count }) => count,
  requests: ({ requests }) => requests,
  acknowledged: ({ acknowledged }) => acknowledged,
  refused: ({ refused }) => refused,
  'no answer': ({ cut }) => cut,
  wrong: ({ wrong }) => wrong,
  lost: ({ lost }) => lost,
  doubled: ({ doubled }) => doubled,
  'longest gap s': ({ longestGapMs }) => seconds(longestGapMs),
  'recovery s': ({ recoveryMs }) => seconds(recoveryMs),
};

/** One line for each fault, and one for each that did not happen. Figures are aligned to the right. */
export function faultsTable(rows: readonly FurtherRow[], missing: Readonly<Record<string, string>>): string {
  const head = Object.keys(COLUMNS);
  const cells = rows.map((row) => Object.values(COLUMNS).map((cell) => cell(row)));
  const align = head.map((_, n) => (n === 0 ? '---' : '--:'));
  const left = Object.entries(missing).map(([fault, why]) => `${fault} did not happen: ${why}`);
  return `${[markdownTable(head, cells, align), ...left].join('\n')}\n`;
}

function seconds(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : (ms / 1_000).toFixed(1);
}
