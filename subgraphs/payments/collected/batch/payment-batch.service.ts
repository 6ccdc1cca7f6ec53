import { stringify } from 'csv-stringify/sync';
import { recordOwnAct } from '../../../../core/audit/record.js';
import { snakeCased } from '../../../../core/contract/case-conversion.js';
import { dateRange, instants } from '../../../../core/contract/date-range.js';
import type { PaymentBatchOutcome, PaymentBatchStatus } from '../../../../core/contract/payment-batch.js';
import { requireById } from '../../../../core/db/by-id.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { readPage } from '../../../../core/db/paged-lists.js';
import { formulaFree } from '../../../../core/files/formula-free-text.js';
import type { ListArguments } from '../../../../core/graphql/organization-and-date-arguments.js';
import type { PageArguments } from '../../../../core/graphql/page-arguments.js';
import { readRequestedPage } from '../../../../core/graphql/read-requested-page.js';
import { type Principal, requireScope } from '../../../../core/principal/principal.js';
import { requireExportAt } from '../../../../core/principal/require-export.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import {
  allResults,
  BATCH_RESULTS,
  batchById,
  PAYMENT_BATCHES,
  type PaymentBatchRow,
  type ResultRow,
} from './payment-batch.store.js';
import { type Tallies, talliesOf } from './row-counts.js';

interface ResultRequest extends PageArguments {
  /** Only rows with this outcome. */
  readonly outcome?: PaymentBatchOutcome | null;
}

/** Reads batches and the outcomes of their rows. */
export class PaymentBatchService {
  constructor(private readonly parts: Pick<ServiceParts, 'db' | 'cursors'>) {}

  /** @throws {Problem} `payment_batch_not_found`, for an unknown id and for one out of scope alike. */
  async one(principal: Principal, id: string): Promise<PaymentBatchRow> {
    requireScope(principal, 'external_payments:read');
    return this.written(principal, id);
  }

  /** The same for the caller that has just written it and may lack the scope to read. */
  async written(principal: Principal, id: string): Promise<PaymentBatchRow> {
    return requireById(this.parts.db, principal, batchById, id, 'payment_batch_not_found');
  }

  /** Newest first; `from` and `to` are creation dates. */
  async list(
    principal: Principal,
    request: ListArguments & { readonly status?: PaymentBatchStatus | null; readonly timeZone?: string | null },
  ): Promise<Page<PaymentBatchRow>> {
    requireScope(principal, 'external_payments:read');
    const { from, to, timeZone, status = null } = request;
    const parameters = { status, ...instants(dateRange(from, to), timeZone) };
    return readRequestedPage(this.parts, principal, PAYMENT_BATCHES, parameters, { status }, request);
  }

  /** Tallies of several batches, in the order of `ids`; all were returned to this caller before. */
  tallies(principal: Principal, ids: readonly string[]): Promise<readonly Tallies[]> {
    return talliesOf(this.parts.db, principal, ids);
  }

  /** The rows in order, with their outcomes so far. @throws {Problem} `payment_batch_not_found` */
  async results(principal: Principal, batchId: string, request: ResultRequest): Promise<Page<ResultRow>> {
    await this.one(principal, batchId);
    const { outcome = null } = request;
    const filters = { batch_id: batchId, ...(outcome !== null && { outcome }) };
    return readPage(this.parts, principal, BATCH_RESULTS, { batchId, outcome }, filters, request);
  }

  /**
   * All rows as CSV, with a header; 10,000 rows are about two megabytes. @throws {Problem} `payment_batch_not_found`
   */
  async resultFile(principal: Principal, batchId: string): Promise<string> {
    const { organizationId } = await this.one(principal, batchId);
    requireExportAt(principal, organizationId);
    const rows = await this.parts.db.many(principal, allResults, { batchId });
    const act = { action: 'payment_batch.export', subject: batchId, organizationId, after: { rows: rows.length } };
    await recordOwnAct(this.parts.db, principal, act);
    const lines = rows.map((row) => {
      const { position, outcome, ...rest } = row;
      return { row: position, outcome, ...snakeCased(rest) };
    });
    return stringify(lines, {
      header: true,
      columns: [...RESULT_COLUMNS],
      cast: { boolean: String, string: formulaFree },
    });
  }
}

export const RESULT_COLUMNS = [
  'row',
  'outcome',
  'account_id',
  'loan_number',
  'external_contract_number',
  'amount_cents',
  'external_reference',
  'payment_id',
  'payment_status',
  'reference_number',
  'effective_date',
  'already_recorded',
  'error_code',
  'reason',
  'possible_duplicate_of',
] as const;
