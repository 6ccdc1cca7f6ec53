import { derived } from '../../core/db/columns.js';
import { statement } from '../../core/db/statement.js';
import { patternOf } from '../../core/erasure/erasure-search-terms.js';
import type { ErasureStep } from '../../core/erasure/erasure-step.js';

/** The only column of the journal that may be cleared, by a function that may change nothing else there. */
const eraseMemos = statement({
  name: 'erasure.journal_memos',
  takes: { organizationId: 'Organization.id', accountIds: 'Account.id[]', pattern: 'text' },
  gives: derived({ erased: 'int8' }),
  text: ({ p, scope, oneOf }) => `
    select erase_journal_memos(o.id, array(
        select a.external_id from account a where a.organization_id = o.id and ${oneOf('a.id', 'accountIds')}),
      ${p.pattern}::text) as erased
      from organization o where o.id = ${p.organizationId} and ${scope('o.id')}`,
});

/** Replaces the memo of an entry. The entry stays, and records that the memo was erased. */
export const eraseJournal: ErasureStep = {
  name: 'journal',
  take: async (tx, { principal, organizationId, terms }) => {
    const pattern = patternOf(terms.texts);
    if (pattern === undefined || terms.accountIds.length === 0) return { counts: {}, after: null };
    const found = await tx.first(principal, eraseMemos, { organizationId, accountIds: terms.accountIds, pattern });
    return { counts: { ledger_entry: found?.erased ?? 0 }, after: null };
  },
};
