import { expect, it } from 'vitest';
import { REPORTS } from '../reports/reports.js';
import { EXPECTED } from './expected-sums.store.js';

it.each(REPORTS)('the sum of $code that the books expect is in its totals', ({ code, totals }) => {
  expect(totals.declared.gives.map(({ name }) => name)).toContain(EXPECTED[code].summed);
});
