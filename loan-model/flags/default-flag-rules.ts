import type { AccountFlagKind, FlagStop } from '../../core/contract/account-flag.js';

/**
 * What a flag stops at a lender that has not changed it; the reasons are in docs/account-flags.md. No flag stops notices
 * that a law requires: none of these laws does.
 */
export const DEFAULT_FLAG_RULES: Readonly<Record<AccountFlagKind, readonly FlagStop[]>> = {
  bankruptcy: ['charges', 'marketing', 'collection_contact'],
  deceased: ['charges', 'marketing', 'collection_contact'],
  fraud: ['charges', 'marketing'],
  cease_and_desist: ['marketing', 'collection_contact'],
  do_not_contact: ['marketing', 'collection_contact'],
  dispute: ['collection_contact'],
  scra: [],
};
