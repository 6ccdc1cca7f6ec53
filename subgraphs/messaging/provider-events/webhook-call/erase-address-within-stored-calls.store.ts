import { columns, columnsAs, derived } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';
import { mayBeOf } from '../campaign-event/erasable-rows-filter.js';

const BODY = columns('WebhookBatch', 'b', ['id', 'body']);

/** The next stored calls, with the body of those that may contain an address, as text or in another encoding. */
export const nextBatches = statement({
  name: 'erasure.batches',
  unscoped: 'before_the_organization_is_known',
  takes: { organizationId: 'Organization.id', escaped: 'text', after: 'WebhookBatch.id', limit: 'int8' },
  gives: [columnsAs('WebhookBatch', 'b', { id: 'id' }), derived({ body: 'bytea?' })],
  text: ({ p }) => `
    select b.id, case when ${mayBeOf('b', p.organizationId)}
        and (position(${p.escaped}::text in lower(encode(b.body, 'escape'))) > 0
          or position('\\u' in encode(b.body, 'escape')) > 0) then b.body end as body
      from webhook_batch b where b.id > ${p.after} order by b.id limit ${p.limit}`,
});

export const rewriteBatch = statement({
  name: 'erasure.rewrite_batch',
  unscoped: 'before_the_organization_is_known',
  takes: { id: 'WebhookBatch.id', body: 'WebhookBatch.body' },
  gives: BODY,
  text: ({ p }) => `update webhook_batch b set body = ${p.body} where b.id = ${p.id} returning ${BODY}`,
});
