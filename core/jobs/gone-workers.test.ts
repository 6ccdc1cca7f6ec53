import { expect, it } from 'vitest';
import { GoneWorkers } from './gone-workers.js';

it('a worker missed four times in a row is gone; one that was seen in between starts at zero', () => {
  const gone = new GoneWorkers();
  const looks = [['a', 'b'], ['a', 'b'], ['a'], ['a', 'b'], ['a', 'b'], ['b'], ['b'], ['b']];
  expect(looks.map((missing) => gone.look(missing))).toEqual([[], [], [], ['a'], ['a'], [], ['b'], ['b']]);
});
