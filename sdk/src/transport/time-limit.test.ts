import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { withinTime } from './time-limit.js';

const never = () => new Promise<never>(() => undefined);

it('applies although garbage is collected during the wait, and together with the caller’s signal', async () => {
  setFlagsFromString('--expose_gc');
  const collect: () => void = runInNewContext('gc');
  const collecting = setInterval(collect, 5);
  const waits = Array.from({ length: 20 }, () =>
    withinTime(100, new AbortController().signal, never).catch((error: Error) => error.message),
  );
  expect(await Promise.all(waits)).toEqual(Array(20).fill('no result within 100 ms'));
  clearInterval(collecting);
});

it('gives the work a signal that aborts with it', async () => {
  let seen: AbortSignal | undefined;
  const work = (signal: AbortSignal) => {
    seen = signal;
    return never();
  };
  await expect(withinTime(5, undefined, work)).rejects.toThrow('no result within 5 ms');
  expect(seen?.aborted).toBe(true);
});

it('rejects with the reason of the caller’s signal, and leaves no listener', async () => {
  const reason = new Error('enough');
  const controller = new AbortController();
  const waiting = withinTime(60_000, controller.signal, never);
  controller.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  await expect(withinTime(60_000, controller.signal, async () => 'late')).rejects.toBe(reason);
});

it.each([Number.POSITIVE_INFINITY, 2 ** 40])('%d ms does not fire at once', async (ms) => {
  const pause = new Promise<string>((resolve) => setTimeout(() => resolve('done'), 20));
  expect(await withinTime(ms, undefined, () => pause)).toBe('done');
});
