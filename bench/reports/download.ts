import { memoryMbOf, watchMemory } from '../support/memory.js';

export interface Download {
  readonly rows: number;
  readonly megabytes: number;
  readonly seconds: number;
  readonly rssBeforeMb: number;
  readonly rssPeakMb: number;
}

const SAMPLE_EVERY_MS = 100;
const LINE_END = 10;

/** Reads a report as CSV and discards it, while it measures the memory of the serving process. */
export async function downloadCsv(url: string, key: string, pid: number): Promise<Download> {
  const rssBeforeMb = await memoryMbOf(pid);
  const memory = watchMemory(SAMPLE_EVERY_MS, () => memoryMbOf(pid));
  const started = performance.now();
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}`, accept: 'text/csv' } });
  if (response.status !== 200 || response.body === null) throw new Error(`GET ${url}: ${response.status}`);
  let bytes = 0;
  let lines = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    for (let at = chunk.indexOf(LINE_END); at !== -1; at = chunk.indexOf(LINE_END, at + 1)) lines += 1;
  }
  const seconds = (performance.now() - started) / 1000;
  memory.stop();
  const rssPeakMb = Math.max(rssBeforeMb, memory.peakMb());
  return { rows: lines - 1, megabytes: bytes / 1e6, seconds, rssBeforeMb, rssPeakMb };
}
