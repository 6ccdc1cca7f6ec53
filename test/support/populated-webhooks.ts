import type pg from 'pg';
import { newId } from '../../core/ids/ids.js';
import type { Lender } from './lender.js';

export interface PopulatedWebhooks {
  /** Receives all events, and is behind. */
  readonly endpointId: string;
  /** An event with a due delivery, and two without a delivery. */
  readonly eventId: string;
  readonly freeEventId: string;
  readonly subscribableId: string;
  /** A system of the organization that was just found unreachable. */
  readonly loanSystemCode: string;
}

/** An endpoint with a due event and one of each kind that has expired. */
export async function populateWebhooks(
  sql: pg.Client | pg.Pool,
  { organizationId }: Pick<Lender, 'organizationId'>,
): Promise<PopulatedWebhooks> {
  const [endpointId, eventId, freeEventId] = [newId(), newId(), newId()];
  const oldId = `0000000000A${newId().slice(11)}`;
  await sql.query(
    `insert into webhook_endpoint (id, url, types, organization_ids, scopes, actor_kind, actor, secret)
     values ($1, 'https://receiver.invalid/', '{*}', $2, '{}', 'api_key', 'test', '')`,
    [endpointId, [organizationId]],
  );
  await sql.query('insert into webhook_subscription values ($1, $2, 0, 0)', [organizationId, endpointId]);
  for (const [id, age] of [
    [eventId, '0 days'],
    [freeEventId, '0 days'],
    [oldId, '31 days'],
  ]) {
    await sql.query(
      `insert into event (id, organization_id, type, object_type, object_id, sequence, actor, created_at)
       values ($1, $2, 'payment.posted', 'payment', $1, 1, 'test', now() - $3::interval)`,
      [id, organizationId, age],
    );
    if (id === freeEventId) continue;
    await sql.query(
      `insert into webhook_delivery (organization_id, endpoint_id, event_id, tries, next_try_at, created_at)
       values ($1, $2, $3, 1, now() - interval '1 hour', now() - $4::interval)`,
      [organizationId, endpointId, id, age],
    );
    await sql.query(
      `insert into webhook_attempt (id, organization_id, endpoint_id, event_id, number, succeeded, duration_ms, created_at)
       values ($1, $2, $3, $1, 1, false, 5, now() - $4::interval)`,
      [id, organizationId, endpointId, age],
    );
  }
  const loanSystemCode = `away-${organizationId}`;
  await sql.query(
    `insert into loan_system (code, kind, base_url, organization_id) values ($1, 'fineract', 'https://core.test', $2)`,
    [loanSystemCode, organizationId],
  );
  await sql.query(
    `insert into loan_system_sighting (instance, loan_system_code, part, seen_at, problems, last_call_at, is_reachable, is_broken)
     values ($1, $2, 'worker', now() + interval '1 hour', '{}', now(), false, true)`,
    [newId(), loanSystemCode],
  );
  await sql.query(
    `insert into operator_exception (id, organization_id, kind, subject_id, detail)
     values ($1, $2, 'loan_system_misconfigured', $3, '{}')`,
    [newId(), organizationId, loanSystemCode],
  );
  const removedCode = `gone-${organizationId}`;
  await sql.query(
    `insert into loan_system (code, kind, base_url, organization_id, is_active) values ($1, 'fineract', 'https://gone.test', $2, false)`,
    [removedCode, organizationId],
  );
  await sql.query(
    `insert into operator_exception (id, organization_id, kind, subject_id, detail)
     values ($1, $2, 'loan_system_misconfigured', $3, '{}')`,
    [newId(), organizationId, removedCode],
  );
  return { endpointId, eventId, freeEventId, subscribableId: newId(), loanSystemCode };
}
