import type { Measured } from './load.js';
import { SCENARIOS, SERVERS } from './scenarios.js';

/** A Markdown table: medians of the rounds, and each server's ratio to the bare handler. */
export function report(results: ReadonlyMap<string, readonly Measured[]>): string {
  const lines = ['| | server | requests/s | ratio | p99 ms |', '|---|---|---|---|---|'];
  for (const { id, title } of SCENARIOS) {
    const bare = median((results.get(`${id} bare`) ?? []).map(({ requestsPerSecond }) => requestsPerSecond));
    for (const kind of SERVERS) {
      const rounds = results.get(`${id} ${kind}`) ?? [];
      const rate = median(rounds.map(({ requestsPerSecond }) => requestsPerSecond));
      const p99 = median(rounds.map(({ p99Ms }) => p99Ms));
      lines.push(`| ${title} | ${kind} | ${Math.round(rate)} | ${(rate / bare).toFixed(2)} | ${p99} |`);
    }
  }
  return `${lines.join('\n')}\n`;
}

export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The value that a share of all does not exceed: 0.99 for p99. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
