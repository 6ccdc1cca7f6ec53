import { createHash } from 'node:crypto';
import { newId } from '../../core/ids/ids.js';

interface Sql {
  query(text: string, values: string[]): Promise<unknown>;
}

interface About {
  readonly organizationId: string;
  readonly accountId: string;
  readonly kind: string;
  /** A payment's id. */
  readonly reference: string;
}

/** In Postgres' format. */
const OURS = '{"state": "posted", "amount_cents": 1000}';

export interface PopulatedDifference {
  readonly id: string;
  readonly factsVersion: string;
}

/** An open difference of $10.00 about a ledger payment, as a comparison would have found it. */
export async function populateDifference(
  sql: Sql,
  { organizationId, accountId, kind, reference }: About,
): Promise<PopulatedDifference> {
  const id = newId();
  await sql.query(
    `insert into operator_exception (id, organization_id, kind, subject_id, detail)
     values ($1, $2, 'tie_out_' || $3::text, 'ledger:' || $4::text, '{}')`,
    [id, organizationId, kind, reference],
  );
  await sql.query(
    `insert into tie_out_difference (id, organization_id, subject, kind, reference, account_id, ours, first_day, last_day, look_id)
     values ($1, $2, 'ledger', $3, $4, $5, '${OURS}', '2026-01-15', '2026-01-15', $1)`,
    [id, organizationId, kind, reference, accountId],
  );
  return { id, factsVersion: createHash('md5').update(`${id}${OURS}|`).digest('hex') };
}
