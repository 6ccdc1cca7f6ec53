import { markdownTable } from '../support/figures.js';

export type Line = readonly string[];

/** @param limit - a value over it is marked */
export function lineOf(what: string, measured: number, limit: number, unit: string): Line {
  const shown = Number.isInteger(measured) ? String(measured) : measured.toFixed(1);
  return [what, `${shown} ${unit}`, `${limit} ${unit}`, measured <= limit ? '' : 'missed'];
}

export function limitsTable(lines: readonly Line[]): string {
  return markdownTable(['', 'measured', 'at most', ''], lines);
}
