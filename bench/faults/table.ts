import type { FurtherRow } from './further-proofs.js';

const COLUMNS = [
  'fault',
  'count',
  'requests',
  'acknowledged',
  'refused',
  'no answer',
  'wrong',
  'lost',
  'doubled',
  'longest gap s',
  'recovery s',
] as const;

/** A Markdown table with one line for each fault, and one for each that did not happen. */
export function faultsTable(rows: readonly FurtherRow[], missing: Readonly<Record<string, string>>): string {
  const lines = rows.map((one) => [
    `${one.fault}: ${one.about}`,
    ...[one.count, one.requests, one.acknowledged, one.refused, one.cut, one.wrong, one.lost, one.doubled].map(figure),
    seconds(one.longestGapMs),
    seconds(one.recoveryMs),
  ]);
  const head = [COLUMNS, COLUMNS.map((_, n) => (n === 0 ? '---' : '--:'))];
  const table = [...head, ...lines].map((cells) => `| ${cells.join(' | ')} |`);
  const left = Object.entries(missing).map(([fault, why]) => `${fault} did not happen: ${why}`);
  return `${[...table, '', ...left].join('\n')}\n`;
}

function figure(value: number | undefined): string {
  return value === undefined ? '' : String(value);
}

function seconds(ms: number | undefined): string {
  return ms === undefined ? '' : (ms / 1_000).toFixed(1);
}
