import { afterAll, vi } from 'vitest';
import { assertNoneFound } from './found.js';

afterAll(assertNoneFound);

// The worker continues with the next file.
afterAll(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});
