import { expect, it } from 'vitest';
import { runAsynchronousFailover } from '../support/failover.js';

const ROWS = 12;

it('a payment batch that lost payments in an asynchronous failover: no row names a lost payment, and each row is posted', async () => {
  const counts = await runAsynchronousFailover({ rows: ROWS });
  expect(counts.lost).toBeGreaterThanOrEqual(4);
  expect(counts).toMatchObject({ withoutPayment: 0, outcomes: { posted: ROWS + 4 }, posted: ROWS });
  // The remote loan system still has the payments that the database lost. Sent again they have the same references, so
  // it has each once.
  expect(counts.postedRemotely).toBe(4);
}, 180_000);
