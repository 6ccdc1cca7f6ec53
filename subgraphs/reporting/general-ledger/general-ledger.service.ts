import { bounds, dateRange } from '../../../core/contract/date-range.js';
import type { Database } from '../../../core/db/database.js';
import { type Principal, requireScope, within } from '../../../core/principal/principal.js';
import type { ReportRequest } from '../report/admitted.js';
import {
  type GeneralLedgerDayRow,
  type GeneralLedgerTotalRow,
  generalLedgerCsv,
  generalLedgerTotals,
} from './general-ledger.store.js';
import type { GeneralLedger, GeneralLedgerTotal } from './general-ledger.type.js';

/** The code by which the general ledger is exported, beside the reports'. */
export const GENERAL_LEDGER = 'general-ledger';

/**
 * Whether somebody may read the general ledger, and what of it.
 *
 * @throws {Problem} `insufficient_scope`, `organization_out_of_scope`, `invalid_date_range`.
 */
export function admittedToLedger(principal: Principal, { organizationId, from, to }: ReportRequest) {
  requireScope(principal, 'ledger:read');
  return { caller: within(principal, organizationId), filters: bounds(dateRange(from, to)) };
}

/** Sums the journal by ledger account. */
export class GeneralLedgerService {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** @throws {Problem} as `admittedToLedger`. */
  async totals(principal: Principal, request: ReportRequest): Promise<GeneralLedger> {
    const { caller, filters } = admittedToLedger(principal, request);
    const { rows } = await this.#db.late(caller, generalLedgerTotals, filters);
    return { items: together(rows) };
  }

  /** Day by day, as the file has it: as many rows as there are days and ledger accounts. @throws {Problem} as `admittedToLedger`. */
  async days(principal: Principal, request: ReportRequest): Promise<readonly GeneralLedgerDayRow[]> {
    const { caller, filters } = admittedToLedger(principal, request);
    const { rows } = await this.#db.late(caller, generalLedgerCsv, filters);
    return rows;
  }
}

/** All organizations in one row for each ledger account, in their order. */
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
