import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { Database } from '../../core/db/database.js';
import { AFTER_EVERY_DATE, AFTER_EVERY_ID } from '../../core/db/paged-lists.js';
import type { Parameters, Statement } from '../../core/db/statement.js';
import { withLiterals } from '../../core/db/statement-literals.js';
import type { Principal } from '../../core/principal/principal.js';
import { readLoan } from '../../ledger/store/loan-store.js';
import { CASH_RECEIPTS } from '../../subgraphs/reporting/reports/cash-receipts.report.js';
import { accountsByIds } from '../../subgraphs/servicing/accounts/account/account.reads.store.js';
import { accountDetailsByIds } from '../../subgraphs/servicing/accounts/account/account-detail.reads.store.js';
import { borrowersOfAccounts } from '../../subgraphs/servicing/accounts/account/borrower.reads.store.js';
import { TRANSACTIONS_OF_ACCOUNT } from '../../subgraphs/servicing/accounts/transaction/transaction.reads.store.js';
import { accountInContractNames, receiptInContractNames, transactionInContractNames } from './contract-names.js';

const EVER = { least: '-infinity', most: 'infinity', asOf: '2026-01-01', bookedBy: '2026-01-01', bucket: '' };
const START = { afterOn: AFTER_EVERY_DATE, afterId: AFTER_EVERY_ID };

interface Listed {
  readonly Params: { id: string };
  readonly Querystring: { limit?: string };
}

/** Reads of accounts and reports as bare handlers: only the product's statements. */
export function addBareReads(app: FastifyInstance, pool: pg.Pool, caller: Principal): void {
  const db = new Database(pool);

  app.get<{ Params: { id: string } }>('/accounts/:id', async ({ params: { id } }, reply) => {
    const ids = [id];
    const [[account], [detail], borrowers] = await Promise.all([
      db.many(caller, accountsByIds, { ids }),
      db.many(caller, accountDetailsByIds, { ids }),
      db.many(caller, borrowersOfAccounts, { ids }),
    ]);
    if (account === undefined || detail === undefined) return reply.code(404).send({});
    const { organizationId, externalId } = detail;
    return accountInContractNames(
      account,
      detail,
      borrowers,
      await readLoan(db, { organizationId, accountId: id, externalId }),
    );
  });

  app.get<Listed>('/accounts/:id/transactions', async ({ params, query }) => {
    const limit = Number(query.limit);
    const filters = { least: EVER.least, most: EVER.most, types: null, accountId: params.id };
    const rows = await db.many(caller, TRANSACTIONS_OF_ACCOUNT.statement, { ...filters, ...START, limit: limit + 1 });
    return pageOf(rows, limit, transactionInContractNames);
  });

  app.get<Listed>('/reports/crr', async ({ query, headers }, reply) => {
    if (headers.accept === 'text/csv')
      return reply.type('text/csv').send(await csv(pool, caller, CASH_RECEIPTS.csv, EVER));
    const limit = Number(query.limit);
    const rows = await db.many(caller, CASH_RECEIPTS.page.statement, { ...EVER, ...START, limit: limit + 1 });
    return pageOf(rows, limit, receiptInContractNames);
  });
}

/** @param rows - one more than the limit, if there is a next page */
export function pageOf<T>(rows: readonly T[], limit: number, named: (row: T) => object) {
  const hasMore = rows.length > limit;
  return {
    items: rows.slice(0, limit).map(named),
    page: { next_cursor: hasMore ? 'more' : null, has_more: hasMore, limit },
  };
}

/** COPY's own stream, from pg-copy-streams. */
async function csv<P extends Parameters>(
  pool: pg.Pool,
  caller: Principal,
  statement: Statement<P, unknown>,
  parameters: P,
) {
  const client = await pool.connect();
  await client.query('set statement_timeout = 0');
  const rows = client.query(
    copyTo(`copy (${withLiterals(statement, caller, parameters)}) to stdout (format csv, header)`),
  );
  return rows.once('close', () => client.release(true));
}
