import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { Temporal } from 'temporal-polyfill';
import { newId } from '../../core/ids/ids.js';
import { addDays, type IsoDate } from '../../core/time/dates.js';
import { servicingDate } from '../../core/time/servicing-day.js';
import type { Api } from './api.js';
import type { Lender } from './lender.js';

/** A loan of 10,000.00 with a new borrower, as it may be booked today; every field can be overridden. */
export function bookingOf(today: IsoDate = servicingDate(Temporal.Now.instant())) {
  return {
    loan_number: `N-${newId()}`,
    borrowers: [{ role: 'primary', display_name: 'Jordan Miller' }],
    originated_on: today,
    first_due_on: addDays(today, 30),
    original_principal_cents: 1_000_000,
    annual_rate: '18',
    term_months: 24,
  };
}

/** Booked, not disbursed. Returns the account's id. */
export async function pendingLoan(api: Api): Promise<string> {
  return (await written(api, '/v1/ledger/loans', bookingOf())).id;
}

/** Disbursed and charged off. Returns the account's id. */
export async function chargedOffLoan(api: Api): Promise<string> {
  const account = await pendingLoan(api);
  await written(api, `/v1/ledger/loans/${account}/disbursement`, {});
  await written(api, `/v1/ledger/loans/${account}/charge-off`, { reason: 'bankruptcy' });
  return account;
}

export async function ledgerProduct(api: Api): Promise<string> {
  return (await written(api, '/v1/ledger/products', { code: `P-${newId()}`, name: 'Plain loan' })).id;
}

/** A portfolio uploaded long ago, with three invalid lines. */
export async function boardingOf(
  sql: pg.Pool | pg.Client,
  { organizationId }: Pick<Lender, 'organizationId'>,
  status: 'done' | 'received' = 'done',
): Promise<string> {
  const id = newId();
  await sql.query(
    `insert into ledger_boarding (id, organization_id, loan_system_code, status, is_dry_run, requested_by, created_at, moved_at)
     values ($1, $2, 'ledger', $3, false, $1, '2026-01-01', '2026-01-01')`,
    [id, organizationId, status],
  );
  await sql.query(
    `insert into ledger_boarding_problem (organization_id, boarding_id, line, id, severity, message)
     select $2, $1, line, 'of a test', 'error', 'is not there' from generate_series(2, 4) line`,
    [id, organizationId],
  );
  return id;
}

async function written(api: Api, path: string, body: object) {
  const answer = await api.post(path, body, { 'idempotency-key': randomUUID() });
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.json;
}

/** A product with one version. Returns its id. */
export async function populateProduct(sql: pg.Client, { organizationId }: Lender): Promise<string> {
  const id = newId();
  await sql.query(
    `insert into ledger_product (organization_id, id, code, name, current_version, created_at) values ($1, $2, $2, 'Plain loan', 1, now())`,
    [organizationId, id],
  );
  await sql.query(
    `insert into ledger_product_version (organization_id, product_id, version, day_count, application_order, nsf_fee_cents, late_fee_cents,
       late_fee_grace_days, tolerance_cents, payoff_rule, accrue_to, created_at, created_by)
     values ($1, $2, 1, 'actual_365', 'fees_interest_principal', 0, 0, 0, 0, 'to_payoff_day', 'business_day', now(), $2)`,
    [organizationId, id],
  );
  return id;
}
