import { proveHistories } from '../test/support/ledger-histories.js';
import { numbers } from './numbers.js';

const { histories: HISTORIES } = numbers('proof:ledger', 'Compares the ledger with an independent recomputation.', {
  histories: 5_000,
});

/** Compares the ledger with an independent recomputation over many random histories; stops at the first difference. */
const startedAt = performance.now();
const met = proveHistories(HISTORIES);
const seconds = Math.round((performance.now() - startedAt) / 1000);
process.stdout.write(`${JSON.stringify({ histories: HISTORIES, seconds, ...met })}\n`);
