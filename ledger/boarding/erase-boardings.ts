import { patternOf } from '../../core/erasure/erasure-search-terms.js';
import type { ErasureStep } from '../../core/erasure/erasure-step.js';
import { eraseProblems, eraseStaged, eraseStagedTexts, loanNumbers } from './erase-boardings.store.js';

/** Erases staged rows of files, and messages about them. */
export const eraseBoardings: ErasureStep = {
  name: 'boardings',
  take: async (tx, { principal, organizationId, terms }) => {
    const pattern = patternOf(terms.texts);
    if (pattern === undefined) return { counts: {}, after: null };
    const { accountIds, email, phone } = terms;
    const numbered = await tx.many(principal, loanNumbers, { organizationId, accountIds });
    const of = { organizationId, pattern, loanNumbers: numbered.flatMap(({ loanNumber }) => loanNumber ?? []) };
    const loans = await tx.first(principal, eraseStaged, { ...of, email, phone });
    const rows = await tx.first(principal, eraseStagedTexts, of);
    const problems = await tx.first(principal, eraseProblems, { organizationId, pattern });
    return {
      counts: {
        ledger_boarding_loan: loans?.erased ?? 0,
        ledger_boarding_transaction: rows?.erased ?? 0,
        ledger_boarding_problem: problems?.erased ?? 0,
      },
      after: null,
    };
  },
};
