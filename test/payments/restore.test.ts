import { expect, it } from 'vitest';
import { freshDatabase } from '../support/database.js';
import { proveRestore } from '../support/restore-proof/prove-restore.js';

const PER_SYSTEM = { payments: 20, reversals: 10 };
const SYSTEMS = 3;
/** For each system; half of the reversals are of payments that the backup has. */
const COUNTS = [
  { kind: 'earlier', payments: 5, repeated: 0, reversals: 5 },
  { kind: 'REST', payments: 6, repeated: 6, reversals: 1 },
  { kind: 'GraphQL', payments: 4, repeated: 4, reversals: 1 },
  { kind: 'batch row', payments: 6, repeated: 6, reversals: 2 },
  { kind: 'payoff', payments: 2, repeated: 2, reversals: 1 },
  { kind: 'autopay', payments: 2, repeated: 2, reversals: 0 },
];
/**
 * Without a recovery: a payoff would be refused, so it is looked up and gets its id back. One that was reversed would not,
 * because its loan takes payments again.
 */
const KEPT_WITHOUT_RECOVERY: Readonly<Record<string, number>> = { earlier: 5, payoff: 1, autopay: 2 };
/** Its postings are lost with their payments, so these are recorded again, under other ids. */
const KEPT_ON_LEDGER: Readonly<Record<string, number>> = { earlier: 5, autopay: 2 };

/** A small share of `npm run proof:restore`. */
it.each([true, false])(
  'every client repeats its payments and reversals after a restore (the operator started a recovery: %s): no posting is doubled or lost',
  async (isRecovering) => {
    const database = await freshDatabase();
    try {
      const { kinds, invented, charges, isProven } = await proveRestore({
        ...{ database, atATime: 8, isRecovering },
        ...{ payments: PER_SYSTEM.payments * SYSTEMS, reversals: PER_SYSTEM.reversals * SYSTEMS },
      });
      const expected = ['ledger', 'fineract', 'mambu'].flatMap((system) =>
        COUNTS.map((counts) => {
          const none = { doubled: 0, lost: 0, answeredOtherwise: 0 };
          const remote = isRecovering ? counts.payments : (KEPT_WITHOUT_RECOVERY[counts.kind] ?? 0);
          const idsKept = system === 'ledger' ? (KEPT_ON_LEDGER[counts.kind] ?? 0) : remote;
          return { system, ...counts, ...none, idsKept, reversed: counts.reversals };
        }),
      );
      expect(kinds).toEqual(expected);
      expect(invented).toEqual({ ledger: 0, fineract: 0, mambu: 0 });
      expect(charges).toEqual({ charges: 2 * SYSTEMS, doubled: 0, lost: 0 });
      expect(isProven).toBe(true);
    } finally {
      await database.drop();
    }
  },
  240_000,
);
