import { expect, it } from 'vitest';
import { asynchronousFailover } from '../support/failover.js';

const ROWS = 12;

it('a payment batch that lost payments in an asynchronous failover: no row names a lost payment, and each row is posted', async () => {
  const counts = await asynchronousFailover({ rows: ROWS });
  expect(counts.lost).toBeGreaterThanOrEqual(4);
  expect(counts).toMatchObject({ withoutPayment: 0, outcomes: { posted: ROWS + 4 }, posted: ROWS });
  // The external loan system still has the payments that the database lost, under references that Tributary no longer
  // knows. docs/operations.md describes this and what to do.
  expect(counts.postedRemotely).toBe(8);
}, 180_000);
