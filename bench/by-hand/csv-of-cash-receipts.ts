import type { Readable } from 'node:stream';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { withLiterals } from '../../core/db/statement-literals.js';
import type { Principal } from '../../core/principal/principal.js';
import { CASH_RECEIPTS } from '../../subgraphs/reporting/reports/cash-receipts.report.js';
import type { Caller } from './caller.js';

const EVER = { least: '-infinity', most: 'infinity', asOf: '2026-01-01', bookedBy: '2026-01-01', bucket: '' };

/** COPY's own stream of the product's statement, from pg-copy-streams. */
export async function csvOfCashReceipts(pool: pg.Pool, { actor, organizationIds }: Caller): Promise<Readable> {
  const principal: Principal = { kind: 'api_key', actor, organizationIds, scopes: [] };
  const client = await pool.connect();
  const statement = withLiterals(CASH_RECEIPTS.csv, principal, EVER);
  const rows = client.query(copyTo(`copy (${statement}) to stdout (format csv, header)`));
  return rows.once('close', () => client.release(true));
}
