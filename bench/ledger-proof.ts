import { proveHistories } from '../test/support/ledger-histories.js';
import { numbers } from './numbers.js';

const { histories: HISTORIES } = numbers('proof:ledger', 'The ledger beside a recomputation of its own.', {
  histories: 5_000,
});

/** Holds the ledger against a recomputation of its own over many random histories; stops at the first that differs. */
const startedAt = performance.now();
const met = proveHistories(HISTORIES);
const seconds = Math.round((performance.now() - startedAt) / 1000);
process.stdout.write(`${JSON.stringify({ histories: HISTORIES, seconds, ...met })}\n`);
