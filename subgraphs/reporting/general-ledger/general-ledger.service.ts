import type { Readable } from 'node:stream';
import { bounds, dateRange } from '../../../core/contract/date-range.js';
import type { Database } from '../../../core/db/database.js';
import type { Exports } from '../../../core/db/export-statement-as-csv.js';
import { codeFilter } from '../../../core/ids/ids.js';
import { limitToOrganization, type Principal, requireScope } from '../../../core/principal/principal.js';
import { requireExport } from '../../../core/principal/require-export.js';
import type { ReportRequest } from '../report/authorize-report.js';
import {
  type GeneralLedgerDayRow,
  type GeneralLedgerTotalRow,
  generalLedgerCsv,
  generalLedgerFileRows,
  generalLedgerTotals,
} from './general-ledger.store.js';
import type { GeneralLedger, GeneralLedgerTotal } from './general-ledger.type.js';

/** The code of the general ledger's export, next to those of the reports. */
export const GENERAL_LEDGER = 'general-ledger';

/**
 * Checks access to the general ledger and returns the caller's scope and range.
 *
 * @throws {Problem} `insufficient_scope`, `organization_out_of_scope`, `invalid_date_range`.
 */
export function admittedToLedger(principal: Principal, { organizationId, from, to }: ReportRequest) {
  requireScope(principal, 'ledger:read');
  return { caller: limitToOrganization(principal, organizationId), filters: bounds(dateRange(from, to)) };
}

interface LedgerRequest extends ReportRequest {
  /** Only entries of this type. */
  readonly type?: string | null | undefined;
}

/**
 * The totals as a CSV file, one row per lender and ledger account.
 *
 * @throws {Problem} see `admittedToLedger`; `insufficient_scope` for a caller who may not export; `service_unavailable`.
 */
export async function generalLedgerFile(
  exports: Exports,
  principal: Principal,
  request: LedgerRequest,
): Promise<Readable> {
  const { caller, filters } = admittedToLedger(principal, request);
  requireExport(caller);
  return exports.csv(caller, generalLedgerFileRows, { ...filters, type: codeFilter(request.type) }, principal);
}

/** Sums the journal by ledger account. */
export class GeneralLedgerService {
  constructor(private readonly db: Database) {}

  /** @throws {Problem} see `admittedToLedger`. */
  async totals(principal: Principal, request: LedgerRequest): Promise<GeneralLedger> {
    const { caller, filters } = admittedToLedger(principal, request);
    const type = codeFilter(request.type);
    const { rows } = await this.db.fromReplica(caller, generalLedgerTotals, { ...filters, type });
    return { items: together(rows) };
  }

  /**
   * The totals per day, as in the file: one row per day and ledger account. @throws {Problem} see `admittedToLedger`.
   */
  async days(principal: Principal, request: ReportRequest): Promise<readonly GeneralLedgerDayRow[]> {
    const { caller, filters } = admittedToLedger(principal, request);
    const { rows } = await this.db.fromReplica(caller, generalLedgerCsv, filters);
    return rows;
  }
}

/** Sums all organizations into one row per ledger account, in account order. */
function together(rows: readonly GeneralLedgerTotalRow[]): readonly GeneralLedgerTotal[] {
  const totals = new Map<string, GeneralLedgerTotal>();
  for (const { ledgerAccount, debitCents, creditCents, netCents, lines } of rows) {
    const sum = totals.get(ledgerAccount) ?? { ledgerAccount, debitCents: 0, creditCents: 0, netCents: 0, lines: 0 };
    totals.set(ledgerAccount, {
      ledgerAccount,
      debitCents: sum.debitCents + debitCents,
      creditCents: sum.creditCents + creditCents,
      netCents: sum.netCents + netCents,
      lines: sum.lines + lines,
    });
  }
  return [...totals.values()];
}
