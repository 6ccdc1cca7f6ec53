import { expect, it } from 'vitest';
import { freshDatabase } from '../support/database.js';
import { proveRestore } from '../support/restore-proof.js';

const [PAYMENTS, REVERSALS] = [60, 24];

/** A small share of `npm run bench -- restore-proof`. */
it.each([true, false])(
  'every client repeats its payments and reversals after a restore (the operator said so: %s): no posting is doubled or lost',
  async (isRecovering) => {
    const database = await freshDatabase();
    try {
      const found = await proveRestore({
        ...{ database, payments: PAYMENTS, reversals: REVERSALS, atATime: 8, isRecovering },
      });
      const remote = { payments: 20, doubled: 0, lost: 0, reversals: 8, reversed: 8 };
      expect(found).toEqual({
        // Postings of the ledger are lost with their payments, so these are recorded again, under other ids.
        ledger: { ...remote, idsKept: 0 },
        fineract: { ...remote, idsKept: isRecovering ? 20 : 0 },
        mambu: { ...remote, idsKept: isRecovering ? 20 : 0 },
      });
    } finally {
      await database.drop();
    }
  },
  120_000,
);
