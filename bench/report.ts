import type { Measured } from './load.js';
import { SCENARIOS, SERVERS } from './scenarios.js';
import type { Delay } from './webhook-delay.js';

/** A Markdown table: medians of the rounds, and each server's ratio to the bare handler. */
export function report(results: ReadonlyMap<string, readonly Measured[]>): string {
  const lines = ['| | server | requests/s | ratio | p99 ms |', '|---|---|---|---|---|'];
  for (const { id, title } of SCENARIOS) {
    if (!results.has(`${id} bare`)) continue;
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

/** The time from the 202 until a call's events are listed. */
export function delayReport(delays: readonly Delay[]): string {
  const rows = delays.map(({ events, p50Ms, p99Ms }) => `| ${events} | ${p50Ms.toFixed(1)} | ${p99Ms.toFixed(1)} |`);
  return `${['| events in a call | 202 to listed, p50 ms | p99 ms |', '|---|---|---|', ...rows].join('\n')}\n\n`;
}

export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The value that this share of all values does not exceed: 0.99 for p99. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
