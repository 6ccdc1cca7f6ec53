import { columns, columnsAs, type RowOf } from '../../../../core/db/columns.js';
import {
  AFTER_EVERY_ID,
  CREATED,
  idRange,
  isCreatedThen,
  type ListDefinition,
  newestFirst,
  newestIdFirst,
} from '../../../../core/db/paged-lists.js';
import { statement } from '../../../../core/db/statement.js';
import { BOARDING_COLUMNS } from '../../../../ledger/boarding/boarding.store.js';
import type { ProblemSeverity } from '../../../../ledger/boarding/problem-severities.js';

/** Newest first. */
export const BOARDINGS = newestFirst({
  name: 'ledger_boardings',
  page: 'ledger_boarding.page',
  filters: CREATED,
  gives: BOARDING_COLUMNS,
  rows: (p) => `select ${BOARDING_COLUMNS} from ledger_boarding boarding
      where ${idRange('boarding', p.afterId)}
        and ${isCreatedThen('boarding', p)}`,
  order: newestIdFirst('boarding'),
});

const PROBLEM = columns('LedgerBoardingProblem', 'problem', [
  'line',
  'id',
  'severity',
  'column',
  'message',
  'loanNumber',
]).as<{ severity: ProblemSeverity }>();
export type BoardingProblemRow = RowOf<typeof PROBLEM>;

const OF_BOARDING = {
  organizationId: 'LedgerBoarding.organizationId',
  boardingId: 'LedgerBoarding.id',
} as const;

interface After extends Readonly<Record<string, string>> {
  readonly afterLine: string;
  readonly afterId: string;
}

const problemPage = statement({
  name: 'ledger_boarding.problem_page',
  takes: { ...OF_BOARDING, severity: 'text?', afterLine: 'text', afterId: 'text', limit: 'int8' },
  gives: PROBLEM,
  text: ({ p, scope }) => `
    select ${PROBLEM} from ledger_boarding_problem problem
    where problem.organization_id = ${p.organizationId} and problem.boarding_id = ${p.boardingId}
      and (${p.severity}::text is null or problem.severity = ${p.severity})
      and (problem.line, problem.id) > (${p.afterLine}::text::int, ${p.afterId}) and ${scope('problem.organization_id')}
    order by problem.line, problem.id limit ${p.limit}`,
});

/** In line order. */
export const BOARDING_PROBLEMS: ListDefinition<
  { organizationId: string; boardingId: string; severity: string | null },
  After,
  BoardingProblemRow
> = {
  name: 'ledger_boarding_problems',
  statement: problemPage,
  start: { afterLine: '-1', afterId: '' },
  positionOf: ({ line, id }) => ({ afterLine: String(line), afterId: id }),
};

/** The first problems of a file, in line order. */
export const firstProblems = statement({
  name: 'ledger_boarding.first_problems',
  takes: { ...OF_BOARDING, limit: 'int8' },
  gives: PROBLEM,
  text: ({ p, scope }) => `
    select ${PROBLEM} from ledger_boarding_problem problem
    where problem.organization_id = ${p.organizationId} and problem.boarding_id = ${p.boardingId}
      and ${scope('problem.organization_id')}
    order by problem.line, problem.id limit ${p.limit}`,
});

const LOAN = columnsAs('LedgerOpening', 'opening', {
  accountId: 'loanId',
  principalCents: 'principalCents',
  interestCents: 'interestCents',
  feesCents: 'feesCents',
  transactions: 'transactions',
});
export type BoardedLoanRow = RowOf<typeof LOAN>;

const loanPage = statement({
  name: 'ledger_boarding.loan_page',
  takes: { ...OF_BOARDING, beforeId: 'text', limit: 'int8' },
  gives: LOAN,
  text: ({ p, scope }) => `
    select ${LOAN} from ledger_opening opening
    where opening.organization_id = ${p.organizationId} and opening.boarding_id = ${p.boardingId}
      and opening.loan_id < ${p.beforeId} and ${scope('opening.organization_id')}
    order by opening.loan_id desc limit ${p.limit}`,
});

/** The loans that a boarding wrote. The account of a loan has its id. */
export const BOARDED_LOANS: ListDefinition<
  { organizationId: string; boardingId: string },
  { beforeId: string },
  BoardedLoanRow
> = {
  name: 'ledger_boarding_loans',
  statement: loanPage,
  start: { beforeId: AFTER_EVERY_ID },
  positionOf: ({ accountId }) => ({ beforeId: accountId }),
};
