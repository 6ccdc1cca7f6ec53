import { derived } from '../../core/db/columns.js';
import { statement } from '../../core/db/statement.js';
import type { ErasurePart } from '../../core/erasure/erasure-step.js';

/** Both reasons of all flags on the person's loans. Kind, days, authors and times stay. */
const removeReasons = statement({
  name: 'erasure.texts_of_account_flag',
  takes: { organizationId: 'Organization.id', accountIds: 'Account.id[]' },
  gives: derived({ erased: 'int8' }),
  text: ({ p, scope }) => `
    with erased as (
      update account_flag f set reason = null, lift_reason = null
       where f.organization_id = ${p.organizationId} and ${scope('f.organization_id')}
         and f.account_id = any(${p.accountIds}::text[]) and (f.reason is not null or f.lift_reason is not null)
      returning 1)
    select count(*) as erased from erased`,
});

export const eraseFlagReasons: ErasurePart = async (tx, { principal, organizationId, terms }) => {
  if (terms.accountIds.length === 0) return {};
  const found = await tx.first(principal, removeReasons, { organizationId, accountIds: terms.accountIds });
  return { account_flag: found?.erased ?? 0 };
};
