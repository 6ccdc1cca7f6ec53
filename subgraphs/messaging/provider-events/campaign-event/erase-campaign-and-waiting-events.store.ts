import { derived } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';
import { mayBeOf } from './erasable-rows-filter.js';

const OF_ADDRESS = { organizationId: 'Organization.id', address: 'text' } as const;

/** The next events of an organization, in id order, from which those of an address are deleted. */
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

/** For waiting events: those that suppress the address are kept under its pseudonym, the others are deleted. */
export const eraseWaitingEvents = statement({
  name: 'erasure.waiting_events',
  unscoped: 'before_the_organization_is_known',
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
