import type pg from 'pg';
import { newId } from '../../core/ids/ids.js';
import type { Lender } from './lender.js';

/** One organization's card captures: one whose process died, one with its response, one given up long ago. */
export interface PopulatedCaptures {
  /** Started; its lease has expired. */
  readonly openId: string;
  readonly answeredId: string;
}

export async function populateCaptures(sql: pg.Client, lender: Lender, accountId: string): Promise<PopulatedCaptures> {
  const { organizationId, personId } = lender;
  const [openId, answeredId] = [newId(), newId()];
  await sql.query(
    `insert into card_capture (id, organization_id, account_id, party_id, lease_until)
     values ($1, $2, $3, $4, now() - interval '1 minute')`,
    [openId, organizationId, accountId, personId],
  );
  await sql.query(
    `insert into card_capture (id, organization_id, account_id, party_id, lease_until, created_at)
     values ($1, $2, $3, $4, now() - interval '2 days', now() - interval '2 days')`,
    [newId(), organizationId, accountId, personId],
  );
  await sql.query(
    `insert into idempotency_record (organization_id, operation, key, fingerprint, state, subject_id, expires_at)
     values ($1, 'capture_card', $2::text, '', 'released', $2, now() - interval '1 day')`,
    [organizationId, newId()],
  );
  const key = `insert into idempotency_record (organization_id, operation, key, fingerprint, state, subject_id, answer, answer_status, answer_body, expires_at)
     values ($1, 'capture_card', $2::text, '', $3::idempotency_state, $2, $4, 201, '{}', now() + interval '1 day')`;
  await sql.query(key, [organizationId, openId, 'released', null]);
  await sql.query(key, [organizationId, answeredId, 'finished', { kind: 'resource', resource: { id: answeredId } }]);
  await sql.query(
    `update payment_method set processor_customer = 'cus_' || id, is_default = true
      where organization_id = $1`,
    [organizationId],
  );
  return { openId, answeredId };
}
