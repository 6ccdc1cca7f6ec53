import { derived } from '../db/columns.js';
import { statement } from '../db/statement.js';
import { patternOf } from '../erasure/erasure-search-terms.js';
import type { ErasurePart } from '../erasure/erasure-step.js';

/**
 * Texts of requests on the person's loans, and inputs of bookings that name the person. Without its input an open request
 * cannot be carried out, so it ends. One that was approved keeps its input until it is carried out, and removes it then.
 */
const removeTexts = statement({
  name: 'erasure.texts_of_approval_request',
  takes: {
    organizationId: 'Organization.id',
    accountIds: 'Account.id[]',
    personId: 'text?',
    pattern: 'text?',
  },
  gives: derived({ erased: 'int8' }),
  text: ({ p, scope }) => `
    with erased as (
      update approval_request r
         set input = case when r.status = 'approved' then r.input end, reason = null, decision_reason = null,
             status = case when r.status = 'open' then 'expired'::approval_status else r.status end
       where r.organization_id = ${p.organizationId} and ${scope('r.organization_id')}
         and ((r.input is not null and r.status <> 'approved') or r.reason is not null or r.decision_reason is not null)
         and (r.account_id = any(${p.accountIds}::text[]) or coalesce(r.input::text ~* ${p.pattern}::text, false)
              or coalesce(position(${p.personId}::text in r.input::text) > 0, false))
      returning 1)
    select count(*) as erased from erased`,
});

export const eraseApprovalTexts: ErasurePart = async (tx, { principal, organizationId, terms }) => {
  const { accountIds, personId, texts } = terms;
  const sought = { organizationId, accountIds, personId, pattern: patternOf(texts) ?? null };
  const found = await tx.first(principal, removeTexts, sought);
  return { approval_request: found?.erased ?? 0 };
};
