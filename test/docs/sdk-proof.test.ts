import { expect, it } from 'vitest';
import { freshDatabase } from '../support/database.js';
import { proveSdk } from '../support/sdk-proof.js';

const PAYMENTS = 40;
/**
 * With this seed: payments killed, REST hung for longer than the client waits, the loan system killed, the gateway
 * killed.
 */
const MISHAPS = 4;
const SEED = 58_761;

/** A smaller run of `npm run bench -- sdk-proof`. */
it(`payments.recordAndWait() of the client, ${PAYMENTS} times, while parts and a loan system are killed, hung and reset (seed ${SEED}): each once`, async () => {
  const database = await freshDatabase();
  try {
    const options = { database, payments: PAYMENTS, mishaps: MISHAPS, seed: SEED };
    const { mishaps, statuses, ...proof } = await proveSdk(options);
    expect(mishaps.map((name) => name.replace(/ for .*/, ''))).toEqual([
      'payments killed',
      'rest hung',
      'loan system killed',
      'gateway killed',
    ]);
    expect(proof.givenUp).toBeGreaterThan(0);
    expect(proof).toMatchObject({ notOnce: 0, inTheBooks: PAYMENTS, booked: proof.wanted, openKeys: 0 });
    const { failed = 0, ...others } = statuses;
    expect(others).toEqual({ posted: PAYMENTS });
    expect(failed).toBeLessThanOrEqual(proof.begunAnew);
  } finally {
    await database.drop();
  }
}, 500_000);
