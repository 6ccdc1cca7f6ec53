import { columns, columnsAs, derived } from '../../../core/db/columns.js';
import { statement } from '../../../core/db/statement.js';
import { inserted, sql } from '../../../core/db/written.js';

const OF_ADDRESS = { organizationId: 'Organization.id', address: 'text' } as const;

/** The next events of an organization, in the order of their ids, of which those of an address go. */
export const eraseNextEvents = statement({
  name: 'erasure.events',
  takes: { ...OF_ADDRESS, after: 'CampaignEvent.id', limit: 'int8' },
  gives: derived({ walked: 'int8', last: 'text?', erased: 'int8' }),
  text: ({ p, scope }) => `
    with walked as (
      select e.id, lower(e.recipient) = ${p.address}::text as is_meant from campaign_event e
       where e.organization_id = ${p.organizationId} and ${scope('e.organization_id')} and e.id > ${p.after}
       order by e.id limit ${p.limit}
    ), erased as (
      delete from campaign_event e using walked
       where e.organization_id = ${p.organizationId} and e.id = walked.id and walked.is_meant returning 1
    )
    select (select count(*) from walked) as walked, (select max(id) from walked) as last, (select count(*) from erased) as erased`,
});

/** An address on the suppression lists of an organization gives way to what stands for it: nothing is sent there for that. */
export const eraseSuppression = statement({
  name: 'erasure.suppression',
  takes: { ...OF_ADDRESS, erasedAddress: 'Suppression.address' },
  gives: derived({ erased: 'int8' }),
  text: ({ p, scope }) => {
    const { into, values } = inserted('Suppression', {
      organizationId: sql('gone.organization_id'),
      workspaceId: sql('gone.workspace_id'),
      address: p.erasedAddress,
      reason: sql('gone.reason'),
      createdAt: sql('gone.created_at'),
    });
    return `
    with gone as (
      delete from suppression s
       where s.organization_id = ${p.organizationId} and ${scope('s.organization_id')} and s.address = ${p.address}
      returning s.*
    ), kept as (
      insert into ${into} select ${values} from gone
      on conflict (organization_id, workspace_id, address) do nothing
    )
    select count(*) as erased from gone`;
  },
});

export const eraseRemoval = statement({
  name: 'erasure.suppression_removal',
  takes: OF_ADDRESS,
  gives: derived({ erased: 'int8' }),
  text: ({ p, scope }) => `
    with gone as (
      delete from suppression_removal r
       where r.organization_id = ${p.organizationId} and ${scope('r.organization_id')} and r.address = ${p.address}
      returning 1
    )
    select count(*) as erased from gone`,
});

const UNSCOPED = 'what is nobody’s yet may be of the organization that erases; what is another’s alone is left';

/** Whether a row may be of the organization: its own, or not known to be anybody's. */
const mayBeOf = (row: string, organizationId: string) =>
  `(cardinality(${row}.organization_ids) = 0 or ${organizationId}::text = any(${row}.organization_ids))`;

const BODY = columns('WebhookBatch', 'b', ['id', 'body']);

/** The next calls that are kept, with the body of those that may hold an address: its text, or characters that are written otherwise. */
export const nextBatches = statement({
  name: 'erasure.batches',
  unscoped: UNSCOPED,
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
  unscoped: UNSCOPED,
  takes: { id: 'WebhookBatch.id', body: 'WebhookBatch.body' },
  gives: BODY,
  text: ({ p }) => `update webhook_batch b set body = ${p.body} where b.id = ${p.id} returning ${BODY}`,
});

/** Of what waits: whatever ends mail to an address waits on under what stands for it, the rest goes. */
export const eraseWaitingEvents = statement({
  name: 'erasure.waiting_events',
  unscoped: UNSCOPED,
  takes: { ...OF_ADDRESS, erasedAddress: 'text' },
  gives: derived({ erased: 'int8' }),
  text: ({ p }) => `
    with meant as (
      select w.id, w.event ->> 'type' in ('unsubscribe', 'complaint') or w.event ->> 'bounceType' = 'hard' as ends_mail
        from waiting_event w
       where lower(w.event ->> 'recipient') = ${p.address}::text and ${mayBeOf('w', p.organizationId)}
       order by w.id for update
    ), gone as (
      delete from waiting_event w using meant where w.id = meant.id and meant.ends_mail is not true returning 1
    ), kept as (
      update waiting_event w
         set event = w.event || jsonb_build_object('recipient', ${p.erasedAddress}::text, 'url', null, 'providerMessageId', null)
        from meant where w.id = meant.id and meant.ends_mail returning 1
    )
    select (select count(*) from gone) + (select count(*) from kept) as erased`,
});

/** Events that were set aside, the next of them. */
export const nextPoison = statement({
  name: 'erasure.poison_events',
  unscoped: UNSCOPED,
  takes: { after: 'PoisonEvent.id', limit: 'int8' },
  gives: [columns('PoisonEvent', 'e', ['id']), derived({ event: 'text' })],
  text: ({ p }) => `
    select e.id, e.event::text as event from poison_event e where e.id > ${p.after} order by e.id limit ${p.limit}`,
});

export const rewritePoison = statement({
  name: 'erasure.rewrite_poison',
  unscoped: UNSCOPED,
  takes: { id: 'PoisonEvent.id', event: 'PoisonEvent.event' },
  text: ({ p }) => `update poison_event set event = ${p.event}::jsonb where id = ${p.id}`,
});
