import { expect, it } from 'vitest';
import { newId } from './ids.js';

it('ids of one past instant keep the order in which they were made, whatever times are told between them', () => {
  newId();
  const noon = Date.UTC(2026, 0, 2, 12);
  const told = Array.from({ length: 50 }, () => {
    newId(noon - 86_400_000);
    newId();
    newId(noon + 1);
    return newId(noon);
  });
  expect(told).toEqual([...told].sort());
  expect(new Set(told).size).toBe(50);
});
