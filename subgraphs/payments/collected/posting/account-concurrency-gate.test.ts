import { expect, it } from 'vitest';
import { AccountGate } from './account-concurrency-gate.js';

/** Work that ends on demand. */
function held() {
  let end = (): void => undefined;
  let began = 0;
  const until = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work = () => {
    began += 1;
    return until;
  };
  return { work, end: () => end(), began: () => began };
}

const REFUSED = { code: 'service_unavailable', status: 503 };

it('limits how many work on one account at once and how many wait, and refuses the others; another account is not affected', async () => {
  const gate = new AccountGate({ inFlight: 2, waiting: 3, patienceMs: 60_000 });
  const { work, end, began } = held();
  const taken = Array.from({ length: 5 }, () => gate.pass('A', work));
  await expect(gate.pass('A', work)).rejects.toMatchObject(REFUSED);
  expect(began()).toBe(2);
  expect(gate.tryPass('A', work)).toBeUndefined();
  expect(await gate.pass('B', async () => 'free')).toBe('free');
  end();
  await Promise.all(taken);
  expect(began()).toBe(5);
});

it('refuses work that has waited too long; it never begins, and its place is free again', async () => {
  const gate = new AccountGate({ inFlight: 1, waiting: 3, patienceMs: 1 });
  const { work, end } = held();
  const first = gate.pass('A', work);
  const late = held();
  await expect(gate.pass('A', late.work)).rejects.toMatchObject(REFUSED);
  end();
  await first;
  expect(late.began()).toBe(0);
  expect(await gate.pass('A', async () => 'next')).toBe('next');
});

it('lets work be alone on its account only if nothing else works there', async () => {
  const gate = new AccountGate({ inFlight: 4, waiting: 0, patienceMs: 0 });
  const { work, end, began } = held();
  const alone = gate.tryAlone('A', work);
  expect(gate.tryAlone('A', work)).toBeUndefined();
  expect(await gate.tryAlone('B', async () => 'another account')).toBe('another account');
  end();
  await alone;
  expect(began()).toBe(1);
  expect(await gate.tryAlone('A', async () => 'next')).toBe('next');
});

it('work that fails frees its place', async () => {
  const gate = new AccountGate({ inFlight: 1, waiting: 0, patienceMs: 0 });
  await expect(gate.pass('A', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await gate.pass('A', async () => 'next')).toBe('next');
});
