import { columns, columnsAs, derived } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';

const KEY = { id: 'WebhookEndpoint.id' } as const;

/** One successful delivery ends the run of failures. */
export const recordDelivered = statement({
  name: 'webhook_endpoint.answered',
  unscoped: 'endpoint_of_several_organizations',
  takes: KEY,
  text: ({ p }) => `
    update webhook_endpoint set failing_since = null, failing_event_id = null, other_failed_at = null, noticed_at = null,
      last_error = null
     where id = ${p.id} and failing_since is not null`,
});

const FAILED = columns('WebhookEndpoint', 'e', ['organizationIds', 'url', 'status', 'failingSince']);
const MARKS = columnsAs('WebhookEndpoint', 'e', { noticedAt: 'noticedAt', disabledAt: 'disabledAt' });

/** Whether this attempt is the one after which the endpoint is given up. */
const stops = (p: { readonly isGone: string; readonly eventId: string }) => `(${p.isGone}::bool
  or (clock.now >= e.failing_since + interval '5 days' and (e.other_failed_at is not null
    or (e.failing_event_id <> ${p.eventId}::text and clock.now >= e.failing_since + interval '12 hours'))))`;

/**
 * Counts a failed attempt. From the fourth attempt of an event, a notice is due, once per run of failures. The
 * endpoint is disabled when the receiver returns 410, or when no event was delivered for five days and two events
 * failed twelve hours apart: an endpoint with one event a week is not given up for that one event.
 *
 * `now`: the time of this attempt; columns equal to it have just been set.
 */
export const recordFailed = statement({
  name: 'webhook_endpoint.failed',
  unscoped: 'endpoint_of_several_organizations',
  takes: { ...KEY, eventId: 'text', tries: 'int4', isGone: 'bool', error: 'text' },
  gives: [FAILED, MARKS, derived({ now: 'timestamptz' })],
  text: ({ p }) => `
    with clock as (
      select date_trunc('milliseconds', statement_timestamp()) as now
    ), e as (
      update webhook_endpoint e set
        failing_since = coalesce(e.failing_since, clock.now),
        failing_event_id = coalesce(e.failing_event_id, ${p.eventId}::text),
        other_failed_at = case when e.failing_event_id <> ${p.eventId}::text
          and clock.now >= e.failing_since + interval '12 hours' then clock.now else e.other_failed_at end,
        last_error = ${p.error}::text,
        noticed_at = case when ${p.tries}::int >= 4 then coalesce(e.noticed_at, clock.now) else e.noticed_at end,
        status = case when ${stops(p)} then 'disabled' else e.status end,
        disabled_reason = case when ${stops(p)} then case when ${p.isGone}::bool then 'gone' else 'failing' end
          else e.disabled_reason end,
        disabled_at = case when ${stops(p)} then clock.now else e.disabled_at end
        from clock where e.id = ${p.id} and e.status = 'enabled' and e.deleted_at is null
      returning e.organization_ids, e.url, e.status, e.failing_since, e.noticed_at, e.disabled_at, clock.now
    )
    select ${FAILED}, ${MARKS}, e.now from e`,
});
