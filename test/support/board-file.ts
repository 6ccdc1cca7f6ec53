import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FileCharset } from '../../core/files/charset.js';
import { commandPrincipal, type Principal } from '../../core/principal/principal.js';
import { isIsoDate } from '../../core/time/dates.js';
import type { BoardingRow } from '../../ledger/boarding/boarding.store.js';
import { receiveFile, requireBoarding } from '../../ledger/boarding/boarding-intake.js';
import type { FileFormat } from '../../ledger/boarding/read-file.js';
import { runBoarding } from '../../ledger/boarding/run-boarding.js';
import { samplePortfolio } from '../../ledger/boarding/sample-portfolio.js';
import type { Resources } from '../../runtime/assembly/resources.js';
import { LedgerBoardingService } from '../../subgraphs/servicing/ledger-api/boarding/ledger-boarding.service.js';
import type { BoardingProblemRow } from '../../subgraphs/servicing/ledger-api/boarding/ledger-boarding-lists.reads.store.js';
import type { Lender } from './lender.js';

export const BOARDER = commandPrincipal('boarder');

export interface Boarded {
  readonly boarding: BoardingRow;
  readonly problems: readonly BoardingProblemRow[];
}

export interface BoardOptions {
  readonly isDryRun?: boolean;
  readonly skipsInvalid?: boolean;
  readonly isStrict?: boolean;
  readonly format?: FileFormat;
  readonly charset?: FileCharset;
  readonly batchLoans?: number;
}

/** Boards a file in this process, to the end. */
export async function board(
  { db, clock, clientKeys, cursors, secrets }: Resources,
  organizationId: string,
  file: string | Buffer | readonly Buffer[],
  { isDryRun = false, skipsInvalid = false, isStrict = false, format = 'csv', charset, batchLoans }: BoardOptions = {},
): Promise<Boarded> {
  const pieces = typeof file === 'string' ? [Buffer.from(file)] : Buffer.isBuffer(file) ? [file] : file;
  const bytes = Readable.from(pieces);
  const upload = { bytes, format, charset, maxBytes: 1_000_000_000 };
  const { boarding } = await receiveFile(
    { db, clock, clientKeys },
    BOARDER,
    { organizationId, isDryRun, skipsInvalid, isStrict },
    upload,
  );
  await runBoarding({ db, clock, secrets, ...(batchLoans !== undefined && { batchLoans }) }, boarding);
  const { items } = await new LedgerBoardingService({ db, cursors }).problems(BOARDER, boarding.id, { limit: 1000 });
  return { boarding: await requireBoarding(db, BOARDER, boarding.id), problems: items };
}

/** Receives a file without processing it. */
export async function receiveOnly(
  { db, clock, clientKeys }: Resources,
  organizationId: string,
  file: string | AsyncIterable<Buffer>,
  principal: Principal = BOARDER,
): Promise<BoardingRow> {
  const bytes = typeof file === 'string' ? Readable.from([Buffer.from(file)]) : file;
  const upload = { bytes, format: 'csv', maxBytes: 1_000_000_000 } as const;
  return (await receiveFile({ db, clock, clientKeys }, principal, { organizationId, isDryRun: false }, upload))
    .boarding;
}

/** A lender's product that a file may name; `revise` creates another version. */
export async function product(
  lender: Lender,
  code: string,
): Promise<{ readonly revise: (terms: Readonly<Record<string, unknown>>) => Promise<void> }> {
  const api = await lender.api();
  const written = async (path: string, body: object) => {
    const answer = await api.post(path, body, { 'idempotency-key': randomUUID() });
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.json;
  };
  const { id } = await written('/v1/ledger/products', { code, name: code });
  return { revise: (terms) => written(`/v1/ledger/products/${id}/versions`, terms) };
}

export function sample(loans: number, transactions: number, asOf: string, seed = 1): string {
  if (!isIsoDate(asOf)) throw new Error(`${asOf} is no date`);
  return [...samplePortfolio({ loans, transactions, seed, asOf })].join('');
}

/** A file of rows with their own columns. */
export function csv(...rows: readonly Readonly<Record<string, string | number>>[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cell = (value: string | number | undefined) => `"${String(value ?? '').replaceAll('"', '""')}"`;
  return [names.join(','), ...rows.map((row) => names.map((name) => cell(row[name])).join(','))].join('\n');
}

/** A file of rows with another separator or line ending, and without quotes. */
export function plainCsv(
  rows: readonly Readonly<Record<string, string | number>>[],
  { separator = ',', lineEnd = '\n' }: { readonly separator?: string; readonly lineEnd?: string } = {},
): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? '')))];
  return lines.map((cells) => cells.join(separator) + lineEnd).join('');
}

/** An open loan of $10,000 at 12 %, with three installments paid. */
export const LOAN = {
  record_type: 'loan',
  loan_number: 'A-1',
  borrower_name: 'Ada Archer',
  originated_on: '2026-01-15',
  first_due_on: '2026-02-15',
  original_principal_cents: 1_000_000,
  annual_rate: '12',
  term_months: 12,
  scheduled_payment_cents: 88_849,
  nsf_fee_cents: 2_500,
  as_of: '2026-05-01',
  status: 'active',
  principal_cents: 762_000,
  interest_cents: 4_000,
  fees_cents: 0,
  paid_installments: 3,
} as const;

export const PAYMENT = {
  record_type: 'transaction',
  loan_number: 'A-1',
  type: 'payment',
  amount_cents: 88_849,
  effective_on: '2026-04-15',
  external_id: 'P-3',
} as const;
