import { columns, type RowOf } from '../../../../core/db/columns.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { type ListDefinition, readPage } from '../../../../core/db/paged-lists.js';
import { statement } from '../../../../core/db/statement.js';
import { Problem } from '../../../../core/errors/problem.js';
import type { PageArguments } from '../../../../core/graphql/page-arguments.js';
import { isId } from '../../../../core/ids/ids.js';
import type { Principal } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { type BoardingRow } from '../../../../ledger/boarding/boarding.store.js';
import { requireBoarding, requireLedgerScope } from '../../../../ledger/boarding/boarding-intake.js';
import type { ProblemSeverity } from '../../../../ledger/boarding/problem-severities.js';

const PROBLEM = columns('LedgerBoardingProblem', 'problem', [
  'line',
  'id',
  'severity',
  'column',
  'message',
  'loanNumber',
]).as<{ severity: ProblemSeverity }>();
export type BoardingProblemRow = RowOf<typeof PROBLEM>;

interface After extends Readonly<Record<string, string>> {
  readonly afterLine: string;
  readonly afterId: string;
}

const problemPage = statement({
  name: 'ledger_boarding.problem_page',
  takes: {
    organizationId: 'LedgerBoarding.organizationId',
    boardingId: 'LedgerBoarding.id',
    severity: 'text?',
    afterLine: 'text',
    afterId: 'text',
    limit: 'int8',
  },
  gives: PROBLEM,
  text: ({ p, scope }) => `
    select ${PROBLEM} from ledger_boarding_problem problem
    where problem.organization_id = ${p.organizationId} and problem.boarding_id = ${p.boardingId}
      and (${p.severity}::text is null or problem.severity = ${p.severity})
      and (problem.line, problem.id) > (${p.afterLine}::text::int, ${p.afterId}) and ${scope('problem.organization_id')}
    order by problem.line, problem.id limit ${p.limit}`,
});

const BOARDING_PROBLEMS: ListDefinition<
  { organizationId: string; boardingId: string; severity: string | null },
  After,
  BoardingProblemRow
> = {
  name: 'ledger_boarding_problems',
  statement: problemPage,
  start: { afterLine: '-1', afterId: '' },
  positionOf: ({ line, id }) => ({ afterLine: String(line), afterId: id }),
};

export interface ProblemRequest extends Pick<PageArguments, 'limit' | 'cursor'> {
  /** Without it, problems of every severity. */
  readonly severity?: ProblemSeverity | null | undefined;
}

/** Reads the boardings of uploaded files. */
export class LedgerBoardingService {
  constructor(private readonly parts: Pick<ServiceParts, 'db' | 'cursors'>) {}

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
}
