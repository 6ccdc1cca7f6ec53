import { expect, it } from 'vitest';
import { newId } from './ids.js';

it('ids for one past instant keep their order of creation, even if ids for other times are created in between', () => {
  newId();
  const noon = Date.UTC(2026, 0, 2, 12);
  const ids = Array.from({ length: 50 }, () => {
    newId(noon - 86_400_000);
    newId();
    newId(noon + 1);
    return newId(noon);
  });
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(50);
});
