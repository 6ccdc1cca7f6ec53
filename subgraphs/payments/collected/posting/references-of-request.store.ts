import { derived } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';

/**
 * References that a payment or a reversal has, also one that was not posted. While one is pending, its key is stored; and
 * if it ends without a posting, its row is deleted and its reference is free.
 */
export const heldReferences = statement({
  name: 'posting.held_references',
  takes: { organizationId: 'CollectedPayment.organizationId', references: 'text[]' },
  gives: derived({ reference: 'text' }),
  text: ({ p, scope }) => `
    select c.posting_reference as reference from collected_payment c
     where c.organization_id = ${p.organizationId} and c.posting_reference = any(${p.references}::text[])
       and c.status <> 'pending' and ${scope('c.organization_id')}
    union all
    select r.posting_reference from payment_reversal r
     where r.organization_id = ${p.organizationId} and r.posting_reference = any(${p.references}::text[])
       and r.status <> 'pending' and ${scope('r.organization_id')}`,
});
