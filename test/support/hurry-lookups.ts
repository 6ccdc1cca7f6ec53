import type pg from 'pg';

/**
 * Pauses between two lookups of a payment or reversal double, and lookups fail in proofs too, so lookups that no process
 * holds are made due sooner.
 */
export async function hurryLookups(sql: Pick<pg.Client, 'query'>): Promise<void> {
  await sql.query(
    `update graphile_worker._private_jobs set run_at = now() where locked_at is null and run_at > now() and payload->>'id' in
       (select id from collected_payment where status in ('pending', 'pending_confirmation') and lease_until < now()
        union all select id from payment_reversal where status in ('pending', 'pending_confirmation') and coalesce(reference_lease_until, lease_until) < now())`,
  );
}
