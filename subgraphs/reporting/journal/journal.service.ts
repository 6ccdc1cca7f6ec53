import type { Readable } from 'node:stream';
import { bounds, dateRange } from '../../../core/contract/date-range.js';
import type { Exports } from '../../../core/db/export-statement-as-csv.js';
import { type PageRequest, readPage } from '../../../core/db/paged-lists.js';
import { codeFilter } from '../../../core/ids/ids.js';
import { hasScope, limitToOrganization, type Principal, requireScope } from '../../../core/principal/principal.js';
import { requireExport } from '../../../core/principal/require-export.js';
import type { ServiceParts } from '../../../core/service-parts.js';
import { journalCsv } from './journal-csv.store.js';
import type { JournalLinePage } from './journal-line.type.js';
import {
  countLinesOfRareAccount,
  isCommonAccount,
  type JournalFilters,
  LINES_BY_DAY,
  LINES_OF_ENTRY,
  LINES_OF_RARE_ACCOUNT,
} from './journal-lines.store.js';

/**
 * The lines of an account with at most so many, over all lenders of the request, are all read. Those of an account with
 * more are found along the journal: where they are rare in it, a page then reads many others. The number is that of all
 * lenders because it bounds what one request sorts; a request for one lender counts only that lender's.
 */
const FEW_LINES = 10_000;

/** The filters of a request for lines. */
interface JournalRequest {
  readonly organizationId?: string | null | undefined;
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
  readonly type?: string | null | undefined;
  readonly ledgerAccount?: string | null | undefined;
  readonly referenceNumber?: number | null | undefined;
}

/**
 * The lines that the general ledger adds, the latest entry first.
 *
 * @throws {Problem} `insufficient_scope`, `organization_out_of_scope`, `invalid_date_range`, `invalid_limit`,
 *   `validation_failed` for a bad cursor.
 */
export async function journalLines(
  parts: Pick<ServiceParts, 'db' | 'cursors'>,
  principal: Principal,
  request: JournalRequest & PageRequest,
): Promise<JournalLinePage> {
  const { caller, parameters } = admitted(principal, request);
  const { organizationId, from, to } = request;
  const { type, ledgerAccount, referenceNumber } = parameters;
  const filters = { organizationId, from, to, type, ledgerAccount, referenceNumber };
  return readPage(parts, caller, await listFor(parts, caller, parameters), parameters, filters, request);
}

/** The way of finding the lines that reads the fewest of them. */
async function listFor(
  { db }: Pick<ServiceParts, 'db'>,
  caller: Principal,
  { ledgerAccount, referenceNumber }: JournalFilters,
) {
  if (referenceNumber !== null) return LINES_OF_ENTRY;
  if (ledgerAccount === null || isCommonAccount(ledgerAccount)) return LINES_BY_DAY;
  const counted = await db.many(caller, countLinesOfRareAccount, { ledgerAccount, atMost: FEW_LINES + 1 });
  const lines = counted.reduce((sum, each) => sum + each.lines, 0);
  return lines > FEW_LINES ? LINES_BY_DAY : LINES_OF_RARE_ACCOUNT;
}

/**
 * The same lines as a CSV file, streamed.
 *
 * @throws {Problem} as `journalLines`; `insufficient_scope` for a caller who may not export; `service_unavailable`.
 */
export async function journalFile(exports: Exports, principal: Principal, request: JournalRequest): Promise<Readable> {
  const { caller, parameters } = admitted(principal, request);
  requireExport(caller);
  const showsNames = hasScope(principal, 'persons:read');
  return exports.csv(caller, journalCsv, { ...parameters, showsNames }, principal);
}

function admitted(principal: Principal, request: JournalRequest): { caller: Principal; parameters: JournalFilters } {
  requireScope(principal, 'ledger:read');
  const { organizationId, from, to, type, ledgerAccount, referenceNumber = null } = request;
  const parameters = {
    ...bounds(dateRange(from, to)),
    type: codeFilter(type),
    ledgerAccount: codeFilter(ledgerAccount),
    referenceNumber: referenceNumber === null ? null : String(referenceNumber),
  };
  return { caller: limitToOrganization(principal, organizationId), parameters };
}
