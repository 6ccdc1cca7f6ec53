import { derived } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';

/** References that a payment or a reversal has, also one that was not posted. */
export const heldReferences = statement({
  name: 'posting.held_references',
  takes: { organizationId: 'CollectedPayment.organizationId', references: 'text[]' },
  gives: derived({ reference: 'text' }),
  text: ({ p, scope }) => `
    select c.posting_reference as reference from collected_payment c
     where c.organization_id = ${p.organizationId} and c.posting_reference = any(${p.references}::text[])
       and ${scope('c.organization_id')}
    union all
    select r.posting_reference from payment_reversal r
     where r.organization_id = ${p.organizationId} and r.posting_reference = any(${p.references}::text[])
       and ${scope('r.organization_id')}`,
});
