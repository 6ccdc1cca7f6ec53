/** @param align - the second line: how columns are aligned */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly unknown[])[],
  align: readonly string[] = head.map(() => '---'),
): string {
  const [first, ...others] = [head, ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `${[first, `|${align.join('|')}|`, ...others].join('\n')}\n`;
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

/** Prints how long the work took, and how many rows a second it processed. */
export async function printSpeed<T>(what: string, rows: number, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  const seconds = (performance.now() - startedAt) / 1_000;
  process.stdout.write(`${what}: ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows/s\n`);
  return result;
}
