import { expect, it } from 'vitest';
import { atFixedRate, byClients } from './paced-load.js';

it('sends at a fixed rate without waiting for answers', async () => {
  const waiting: (() => void)[] = [];
  // No request is answered before the last one is sent: a client that waits for answers would never send it.
  const send = () =>
    new Promise<boolean>((resolve) => {
      waiting.push(() => resolve(true));
      if (waiting.length === 20) for (const answer of waiting) answer();
    });
  const { ms, failed } = await atFixedRate(send, 1_000, 0.02);
  expect([ms.length, failed]).toEqual([20, 0]);
});

it('counts a latency from the moment at which the request was due', async () => {
  let blocked = false;
  // The first request blocks this process for 50 ms, in which the others were due.
  const send = async () => {
    const end = performance.now() + 50;
    while (!blocked && performance.now() < end);
    blocked = true;
    return true;
  };
  const { ms } = await atFixedRate(send, 1_000, 0.02);
  expect(ms[10]).toBeGreaterThan(30);
});

it('lets each client wait for its answer', async () => {
  let [open, most] = [0, 0];
  const send = async () => {
    open += 1;
    most = Math.max(most, open);
    await new Promise((resolve) => setImmediate(resolve));
    open -= 1;
    return true;
  };
  const { ms } = await byClients(send, 3, 0.01);
  expect(most).toBe(3);
  expect(ms.length).toBeGreaterThanOrEqual(3);
});

it('counts a request that fails', async () => {
  const answers = [async () => true, async () => false, () => Promise.reject(new Error('reset'))];
  const send = () => answers.shift()?.() ?? Promise.resolve(true);
  const { ms, failed } = await atFixedRate(send, 1_000, 0.004);
  expect([ms.length, failed]).toEqual([4, 2]);
});
