import { bounds, dateRange } from '../../../core/contract/date-range.js';
import type { Database } from '../../../core/db/database.js';
import { limitToOrganization, type Principal, requireScope } from '../../../core/principal/principal.js';
import type { ReportRequest } from '../report/authorize-report.js';
import {
  type GeneralLedgerDayRow,
  type GeneralLedgerTotalRow,
  generalLedgerCsv,
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

/** Sums the journal by ledger account. */
export class GeneralLedgerService {
  constructor(private readonly db: Database) {}

  /** @throws {Problem} see `admittedToLedger`. */
  async totals(principal: Principal, request: ReportRequest): Promise<GeneralLedger> {
    const { caller, filters } = admittedToLedger(principal, request);
    const { rows } = await this.db.fromReplica(caller, generalLedgerTotals, filters);
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
  for (const { ledgerAccount, debitCents, creditCents, netCents } of rows) {
    const sum = totals.get(ledgerAccount) ?? { ledgerAccount, debitCents: 0, creditCents: 0, netCents: 0 };
    totals.set(ledgerAccount, {
      ledgerAccount,
      debitCents: sum.debitCents + debitCents,
      creditCents: sum.creditCents + creditCents,
      netCents: sum.netCents + netCents,
    });
  }
  return [...totals.values()];
}
