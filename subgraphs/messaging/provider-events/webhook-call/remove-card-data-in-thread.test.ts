import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { CardDataThread, SMALL_BYTES } from './remove-card-data-in-thread.js';

/* The thread runs the compiled program, which `node tools/prepare.mjs` builds. */

const PAN = '4242424242424242';
const body = (events: number, card: string | null) =>
  Buffer.from(JSON.stringify(Array.from({ length: events }, (_, n) => ({ n, account: 'Zoë', card_number: card }))));

function counting() {
  const threads: Worker[] = [];
  const program = new URL(
    '../../../../dist/subgraphs/messaging/provider-events/webhook-call/card-data-program.js',
    import.meta.url,
  );
  const thread = new CardDataThread(() => {
    const worker = new Worker(program);
    threads.push(worker);
    return worker;
  });
  return { thread, threads };
}

it('removes card data from large bodies in one thread; keeps a body without card data unchanged', async () => {
  const { thread, threads } = counting();
  const sent = [body(5_000, PAN), body(6_000, null), body(7_000, PAN)];
  const kept = await Promise.all(sent.map((bytes) => thread.without(bytes)));
  expect(kept.map(String)).toEqual([body(5_000, null), body(6_000, null), body(7_000, null)].map(String));
  expect(kept[1]).toBe(sent[1]);
  expect(threads).toHaveLength(1);
});

it('scans a small body in this thread', async () => {
  const { thread, threads } = counting();
  const small = body(100, PAN);
  expect(small.length).toBeLessThan(SMALL_BYTES);
  expect(String(await thread.without(small))).toBe(String(body(100, null)));
  expect(threads).toEqual([]);
});

it('503 when the thread ends, so that the provider sends again; the next call has a new one', async () => {
  const { thread, threads } = counting();
  const lost = thread.without(body(50_000, PAN));
  await threads[0]?.terminate();
  await expect(lost).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(String(await thread.without(body(5_000, PAN)))).toBe(String(body(5_000, null)));
  expect(threads).toHaveLength(2);
});

it('does not block the event loop while it scans a body of 5 MB', async () => {
  const { thread } = counting();
  let turns = 0;
  const turning = setInterval(() => {
    turns += 1;
  }, 1);
  const large = Buffer.from(`[${'{"account":1},'.repeat(350_000)}{"card_number":"${PAN}"}]`);
  const kept = await thread.without(large);
  clearInterval(turning);
  expect(String(kept.subarray(-22))).toBe(',{"card_number":null}]');
  expect(turns).toBeGreaterThan(0);
});
