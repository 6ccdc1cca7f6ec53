import { expect, it } from 'vitest';
import { BodyPool, type HeldBody } from './evicting-body-memory-limit.js';

const left: string[] = [];

function begin(pool: BodyPool, source: string, name: string): HeldBody {
  const body = pool.begin(source);
  body.onEviction(() => {
    left.push(name);
    body.release();
  });
  return body;
}

it('evicts the oldest incomplete body of the source with the most bytes, and gives its space to the new body', () => {
  left.length = 0;
  const pool = new BodyPool({ all: 100, source: 60, body: 60 });
  const [first, second, third] = ['a1', 'a2', 'b1'].map((name) => begin(pool, name.slice(0, 1), name));
  expect([first?.hold(30), second?.hold(30), third?.hold(40)]).toEqual([true, true, true]);
  const comer = begin(pool, 'c', 'c1');
  expect([comer.fits(10), comer.hold(10), left, pool.held]).toEqual([true, true, ['a1'], 80]);
  expect([comer.hold(40), left, pool.held]).toEqual([true, ['a1', 'b1'], 70]);
  for (const body of [first, second, third, comer]) body?.release();
  expect(pool.held).toBe(0);
});

it('evicts no complete body, and evicts none if that would not free enough space', () => {
  left.length = 0;
  const pool = new BodyPool({ all: 100, source: 60, body: 60 });
  const complete = begin(pool, 'a', 'a1');
  complete.hold(60);
  complete.complete();
  const waiting = begin(pool, 'b', 'b1');
  waiting.hold(30);
  const comer = begin(pool, 'c', 'c1');
  expect([comer.fits(41), comer.hold(41), comer.fits(40), left, pool.held]).toEqual([false, false, true, [], 90]);
});

it('refuses bytes over the limit of a source or a body, even when there is space', () => {
  const pool = new BodyPool({ all: 100, source: 60, body: 50 });
  const one = begin(pool, 'a', 'a1');
  expect([one.hold(51), one.hold(50), begin(pool, 'a', 'a2').fits(11), begin(pool, 'b', 'b1').fits(11)]).toEqual([
    ...[false, true, false, true],
  ]);
});
