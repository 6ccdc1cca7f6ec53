import type pg from 'pg';
import { newId } from '../../core/ids/ids.js';

/**
 * A row of every report, on accounts of their own; amounts follow from `principalCents`, so that two lenders’ sums are
 * never equal.
 */
export async function populateReports(
  sql: pg.Client,
  { organizationId, personId }: { readonly organizationId: string; readonly personId: string },
  principalCents: number,
): Promise<void> {
  const paid = await account(sql, organizationId, personId, principalCents, {
    status: 'paid_in_full',
    paidOff: '2026-01-12',
  });
  const lost = await account(sql, organizationId, personId, principalCents, {
    status: 'charged_off',
    chargedOff: '2026-01-12',
  });
  const late = await account(sql, organizationId, personId, principalCents, { status: 'delinquent' });
  await sql.query(
    `insert into past_due_snapshot (organization_id, account_id, as_of, status_code, balance_cents, past_due_cents, oldest_unpaid_on)
     values ($1, $2, '2026-01-10', 'delinquent', $3::bigint, $3::bigint / 10, '2025-12-01')`,
    [organizationId, late, principalCents],
  );
  // An earlier version recorded a payoff by the day after it.
  await sql.query(
    `insert into past_due_snapshot (organization_id, account_id, as_of, status_code, balance_cents, past_due_cents)
     values ($1, $2, '2026-01-11', 'active', $3::bigint, 0), ($1, $2, '2026-01-13', 'paid_in_full', 0, 0)`,
    [organizationId, paid, principalCents],
  );
  await sql.query("insert into positions_written (organization_id, through) values ($1, '2026-01-01')", [
    organizationId,
  ]);
  const rows = [
    [paid, 'payment', principalCents],
    [lost, 'charge_off', principalCents + 1],
    [late, 'nsf', -principalCents - 2],
    [late, 'reversal', -principalCents - 3],
    [late, 'adjustment', -principalCents - 4],
  ] as const;
  for (const [accountId, type, amount] of rows) {
    await sql.query(
      `insert into transaction (id, organization_id, account_id, type, amount_cents, effective_at, sort_on, status,
         principal_cents, interest_cents, fees_cents)
       values ($1, $2, $3, $4, $5::bigint, '2026-01-12', '2026-01-12', 'posted', $5::bigint, 0, 0)`,
      [newId(), organizationId, accountId, type, amount],
    );
  }
}

async function account(
  sql: pg.Client,
  organizationId: string,
  personId: string,
  principalCents: number,
  standing: { readonly status: string; readonly paidOff?: string; readonly chargedOff?: string },
): Promise<string> {
  const id = newId();
  await sql.query(
    `insert into account (id, organization_id, loan_system_code, external_id, primary_borrower_party_id,
       current_balance_cents, status_code, originated_on, first_due_on, original_principal_cents, scheduled_payment_cents,
       paid_off_on, charged_off_on)
     values ($1, $2, 'sandbox', $1, $3, $5::bigint / 100, $4::account_status, '2025-01-02', '2025-02-01', $5::bigint, $5::bigint / 12, $6::date, $7::date)`,
    [
      id,
      organizationId,
      personId,
      standing.status,
      principalCents,
      standing.paidOff ?? null,
      standing.chargedOff ?? null,
    ],
  );
  return id;
}
