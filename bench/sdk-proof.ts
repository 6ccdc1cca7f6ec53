import { openOwnPostgres } from '../test/support/own-postgres.js';
import { proveSdk } from '../test/support/sdk-proof.js';
import { numbers } from './numbers.js';

const { payments: PAYMENTS, seed: SEED } = numbers(
  'proof:sdk',
  'Payments through the client while everything is killed, hung and reset.',
  { payments: 5_000, seed: 1 },
);
/** All faults, once for each thousand payments. */
const MISHAPS = 16 * Math.max(Math.round(PAYMENTS / 1_000), 1);

/**
 * `npm run proof:sdk -- [payments] [seed]`: payments through the client while parts and a loan system are killed, hung
 * and reset. Ends with 1 unless each was recorded once.
 */
const database = await openOwnPostgres();
try {
  const say = (line: string) => process.stderr.write(`${line}\n`);
  const { mishaps, ...proof } = await proveSdk({ database, payments: PAYMENTS, mishaps: MISHAPS, seed: SEED, say });
  const { failed = 0, ...others } = proof.statuses;
  const isProven =
    proof.notOnce === 0 &&
    proof.openKeys === 0 &&
    proof.inTheBooks === PAYMENTS &&
    proof.booked === proof.wanted &&
    failed <= proof.begunAnew &&
    Object.keys(others).join() === 'posted';
  const summary = { payments: PAYMENTS, seed: SEED, mishaps: mishaps.length, ...proof, isProven };
  process.stdout.write(`${JSON.stringify(summary)}\n`);
  process.exitCode = isProven ? 0 : 1;
} finally {
  await database.drop();
}
