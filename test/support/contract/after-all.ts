import { afterAll, vi } from 'vitest';
import { assertNoViolations } from './recorded-violations.js';

afterAll(assertNoViolations);

// The worker continues with the next file.
afterAll(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});
