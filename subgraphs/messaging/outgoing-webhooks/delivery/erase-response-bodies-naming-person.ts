import { derived } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';
import { ERASED_TEXT } from '../../../../core/erasure/erased-placeholders-and-digests.js';
import { patternOf } from '../../../../core/erasure/erasure-search-terms.js';
import type { ErasureStep } from '../../../../core/erasure/erasure-step.js';

const AT_A_TIME = 2_000;

/** Deletes the response bodies that mention the erased person from the next attempts, in id order. */
const eraseNextAnswers = statement({
  name: 'erasure.webhook_answers',
  takes: { organizationId: 'Organization.id', pattern: 'text', after: 'WebhookAttempt.id', limit: 'int8' },
  gives: derived({ walked: 'int8', last: 'text?', erased: 'int8' }),
  text: ({ p, scope }) => `
    with walked as (
      select t.id, t.answer ~* ${p.pattern}::text as is_meant from webhook_attempt t
       where t.organization_id = ${p.organizationId} and ${scope('t.organization_id')} and t.id > ${p.after}
       order by t.id limit ${p.limit}
    ), erased as (
      update webhook_attempt t set answer = '${ERASED_TEXT}' from walked
       where t.organization_id = ${p.organizationId} and t.id = walked.id and walked.is_meant returning 1
    )
    select (select count(*) from walked) as walked, (select max(id) from walked) as last, (select count(*) from erased) as erased`,
});

/** A receiver may send anything in its response, for example the borrower's data. The rest of the attempt is kept. */
export const eraseWebhookAnswers: ErasureStep = {
  name: 'webhook_answers',
  take: async (tx, { principal, organizationId, terms }, after) => {
    const pattern = patternOf(terms.texts);
    if (pattern === undefined) return { counts: {}, after: null };
    const found = await tx.first(principal, eraseNextAnswers, { organizationId, pattern, after, limit: AT_A_TIME });
    const isMore = found !== undefined && found.walked === AT_A_TIME;
    return { counts: { webhook_attempt: found?.erased ?? 0 }, after: isMore ? found.last : null };
  },
};
