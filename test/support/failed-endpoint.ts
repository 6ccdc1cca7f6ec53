import type pg from 'pg';
import { newId } from '../../core/ids/ids.js';
import { until } from './until.js';

export interface FailedEndpoint {
  readonly endpointId: string;
  /** An event of its organization whose delivery failed. */
  readonly eventId: string;
}

/** An endpoint whose server returned an invalid response: a failed attempt at an existing endpoint, or at a new one. */
export async function failedEndpoint(
  sql: pg.Pool,
  organizationId: string,
  endpointId: string = newId(),
): Promise<FailedEndpoint> {
  await sql.query(
    `insert into webhook_endpoint (id, url, types, organization_ids, scopes, actor_kind, actor, secret)
     values ($1, 'https://receiver.invalid/', '{*}', $2, '{}', 'operator', 'ola', '') on conflict do nothing`,
    [endpointId, [organizationId]],
  );
  // In one statement, so that no worker queues the event in between. The database makes its id, which begins with its time.
  const { rows } = await sql.query<{ id: string }>(
    `with made as (
       insert into event (organization_id, type, object_type, object_id, sequence, actor)
       values ($1, 'payment.posted', 'payment', $3, 1, 'ola') returning id
     ), queued as (
       insert into webhook_delivery (organization_id, endpoint_id, event_id, status, tries, settled_at)
       select $1, $2, id, 'failed', 1, now() from made)
     select id from made`,
    [organizationId, endpointId, newId()],
  );
  const eventId = rows[0]?.id ?? '';
  await sql.query(
    `insert into webhook_attempt (id, organization_id, endpoint_id, event_id, number, succeeded, http_status, duration_ms, answer)
     values ($1, $2, $3, $1, 1, false, 500, 5, 'no')`,
    [eventId, organizationId, endpointId],
  );
  // Like any event it is sent once no earlier transaction can commit, in any database of the server, including long
  // transactions of other tests.
  const settled =
    'select from event where id = $1 and transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint';
  await until(async () => (await sql.query(settled, [eventId])).rowCount === 1, 'the event can be sent');
  return { endpointId, eventId };
}
