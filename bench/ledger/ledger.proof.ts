import { proveHistories } from '../../test/support/ledger-histories.js';
import { proof } from '../support/bench.js';

/** Compares the ledger with an independent recomputation over many random histories; stops at the first difference. */
export const bench = proof({ histories: 5_000 }, async ({ histories }) => ({ ...proveHistories(histories) }));
