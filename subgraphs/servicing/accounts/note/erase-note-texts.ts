import { derived } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';
import type { ErasurePart } from '../../../../core/erasure/erasure-step.js';

/** All notes on the person's loans: a note may describe a person without naming them. Kind, author and time stay. */
const removeTexts = statement({
  name: 'erasure.texts_of_account_note',
  takes: { organizationId: 'Organization.id', accountIds: 'Account.id[]' },
  gives: derived({ erased: 'int8' }),
  text: ({ p, scope }) => `
    with erased as (
      update account_note n set text = null
       where n.organization_id = ${p.organizationId} and ${scope('n.organization_id')}
         and n.account_id = any(${p.accountIds}::text[]) and n.text is not null
      returning 1)
    select count(*) as erased from erased`,
});

export const eraseNoteTexts: ErasurePart = async (tx, { principal, organizationId, terms }) => {
  if (terms.accountIds.length === 0) return {};
  const found = await tx.first(principal, removeTexts, { organizationId, accountIds: terms.accountIds });
  return { account_note: found?.erased ?? 0 };
};
