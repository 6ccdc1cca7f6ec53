import { stringify } from 'csv-stringify/sync';
import { recordOwnAct } from '../../../../core/audit/record.js';
import { dateRange, instants } from '../../../../core/contract/date-range.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { readPage } from '../../../../core/db/paged-lists.js';
import { Problem } from '../../../../core/errors/problem.js';
import { formulaFree } from '../../../../core/files/formula-free-text.js';
import type { ListArguments } from '../../../../core/graphql/organization-and-date-arguments.js';
import type { PageArguments } from '../../../../core/graphql/page-arguments.js';
import { readRequestedPage } from '../../../../core/graphql/read-requested-page.js';
import { isId } from '../../../../core/ids/ids.js';
import type { Principal } from '../../../../core/principal/principal.js';
import { requireExportAt } from '../../../../core/principal/require-export.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import type { BoardingRow } from '../../../../ledger/boarding/boarding.store.js';
import { requireBoarding, requireLedgerScope } from '../../../../ledger/boarding/boarding-intake.js';
import type { ProblemSeverity } from '../../../../ledger/boarding/problem-severities.js';
import {
  BOARDED_LOANS,
  BOARDING_PROBLEMS,
  BOARDINGS,
  type BoardedLoanRow,
  type BoardingProblemRow,
  firstProblems,
} from './ledger-boarding-lists.reads.store.js';

type PageOf = Pick<PageArguments, 'limit' | 'cursor'>;

export interface ProblemRequest extends PageOf {
  /** Without it, problems of every severity. */
  readonly severity?: ProblemSeverity | null | undefined;
}

/** Most problems in a file of them: about five megabytes. */
const MOST_PROBLEMS = 20_000;
const PROBLEM_COLUMNS = ['line', 'column', 'severity', 'message', 'loan_number'] as const;

/** Reads the boardings of uploaded files. */
export class LedgerBoardingService {
  constructor(private readonly parts: Pick<ServiceParts, 'db' | 'cursors'>) {}

  /** Newest first; `from` and `to` are the days of upload. @throws {Problem} `insufficient_scope` */
  async list(
    principal: Principal,
    request: ListArguments & { readonly timeZone?: string | null },
  ): Promise<Page<BoardingRow>> {
    requireLedgerScope(principal, 'ledger:read');
    const created = instants(dateRange(request.from, request.to), request.timeZone);
    return readRequestedPage(this.parts, principal, BOARDINGS, created, {}, request);
  }

  /** @throws {Problem} `insufficient_scope`, `ledger_boarding_not_found` */
  async find(principal: Principal, id: string): Promise<BoardingRow> {
    requireLedgerScope(principal, 'ledger:read');
    if (!isId(id)) throw new Problem('ledger_boarding_not_found');
    return requireBoarding(this.parts.db, principal, id);
  }

  /** In line order. @throws {Problem} as `find`, and for an invalid limit or cursor */
  async problems(
    principal: Principal,
    id: string,
    { severity = null, ...page }: ProblemRequest,
  ): Promise<Page<BoardingProblemRow>> {
    const { organizationId } = await this.find(principal, id);
    const parameters = { organizationId, boardingId: id, severity };
    return readPage(this.parts, principal, BOARDING_PROBLEMS, parameters, parameters, page);
  }

  /** The problems as CSV, in line order; a last row says if there are more. @throws {Problem} as `find` */
  async problemFile(principal: Principal, id: string): Promise<string> {
    const { organizationId } = await this.find(principal, id);
    requireExportAt(principal, organizationId);
    const asked = { organizationId, boardingId: id, limit: MOST_PROBLEMS + 1 };
    const rows = await this.parts.db.many(principal, firstProblems, asked);
    const act = {
      action: 'ledger_boarding.export',
      subject: id,
      organizationId,
      after: { rows: Math.min(rows.length, MOST_PROBLEMS) },
    };
    await recordOwnAct(this.parts.db, principal, act);
    const lines = rows.slice(0, MOST_PROBLEMS).map(({ line, column, severity, message, loanNumber }) => {
      return { line, column, severity, message, loan_number: loanNumber };
    });
    const isCut = rows.length > MOST_PROBLEMS;
    const more = { line: '', column: '', severity: '', message: 'There are more problems than this file has.' };
    return stringify(isCut ? [...lines, { ...more, loan_number: '' }] : lines, {
      ...{ header: true, columns: [...PROBLEM_COLUMNS], cast: { string: formulaFree } },
    });
  }

  /** The loans that it wrote. @throws {Problem} as `problems` */
  async loans(principal: Principal, id: string, page: PageOf): Promise<Page<BoardedLoanRow>> {
    const { organizationId } = await this.find(principal, id);
    const parameters = { organizationId, boardingId: id };
    return readPage(this.parts, principal, BOARDED_LOANS, parameters, parameters, page);
  }
}
