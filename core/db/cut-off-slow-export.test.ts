import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cutOffSlowReader } from './cut-off-slow-export.js';

const PACE = { leastBytesPerMinute: 1_000_000, deadlineMs: 600_000 };
const MINUTE_MS = 60_000;
const CHUNK = Buffer.alloc(100_000, 'x');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** More bytes than any reader takes. */
const endless = () =>
  new Readable({
    read() {
      this.push(CHUNK);
    },
  });
/** Lets data in transit between two streams arrive. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Reads the given number of chunks in each of the given number of minutes. */
async function reading(rows: Readable, chunks: number, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes && !rows.destroyed; minute += 1) {
    for (let taken = 0; taken < chunks; taken += 1) {
      rows.read(CHUNK.length);
      await settled();
    }
    vi.advanceTimersByTime(MINUTE_MS);
    await settled();
  }
}

it('cuts off a reader that takes too few bytes per minute, and ends its source', async () => {
  const source = endless();
  const rows = cutOffSlowReader(source, PACE);
  const ended = finished(rows).catch((error: Error) => error.message);
  await reading(rows, 2, 3);
  expect(await ended).toMatch(/read too slowly/);
  expect(source.destroyed).toBe(true);
});

it('lets a fast enough reader continue until the deadline', async () => {
  const rows = cutOffSlowReader(endless(), PACE);
  const ended = finished(rows).catch((error: Error) => error.message);
  await reading(rows, 12, 9);
  expect(rows.destroyed).toBe(false);
  await reading(rows, 12, 1);
  expect(await ended).toMatch(/not read within 600000 ms/);
});

it('does not count a slow database against the reader, and passes everything on', async () => {
  const source = new PassThrough();
  const rows = cutOffSlowReader(source, PACE);
  const parts: Buffer[] = [];
  rows.on('data', (part: Buffer) => parts.push(part));
  source.write('a');
  await settled();
  vi.advanceTimersByTime(5 * MINUTE_MS);
  source.end('b');
  await finished(rows);
  expect(Buffer.concat(parts).toString()).toBe('ab');
});
