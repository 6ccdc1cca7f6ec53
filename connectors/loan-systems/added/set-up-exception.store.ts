import type { ExceptionKind } from '../../../core/contract/exception-kinds.js';
import { columns } from '../../../core/db/columns.js';
import { sql } from '../../../core/db/insert-sql.js';
import { statement } from '../../../core/db/statement.js';
import { closeExceptionsSql } from '../../../core/exceptions/operator-exception-close-and-reopen-sql.js';
import { insertExceptionsSql, reopenOnConflict } from '../../../core/exceptions/operator-exception-insert-sql.js';

const KIND: ExceptionKind = 'loan_system_misconfigured';

/** Resolution of an exception about a loan system that was removed. */
export const REMOVED = 'The loan system was removed from use.';

/** Reported by every process that calls the system; open again when the problem is another one, or is back. */
export const raiseSetUpException = statement({
  name: 'loan_system.raise_problem',
  takes: {
    id: 'OperatorException.id',
    code: 'LoanSystem.code',
    detail: 'OperatorException.detail',
    closedByItself: 'text',
  },
  text: ({ p, scope }) =>
    insertExceptionsSql(
      {
        id: p.id,
        organizationId: sql('l.organization_id'),
        kind: sql(`'${KIND}'`),
        subjectId: sql('l.code'),
        detail: p.detail,
      },
      `loan_system l where l.code = ${p.code} and l.is_active and ${scope('l.organization_id')}`,
      reopenOnConflict(`x.detail is distinct from excluded.detail or x.resolved_by = ${p.closedByItself}::text`),
    ),
});

/** The problem is gone. */
export const closeSetUpException = statement({
  name: 'loan_system.close_problem',
  takes: { code: 'LoanSystem.code', resolution: 'text', resolvedBy: 'text', resolvedAt: 'timestamptz' },
  gives: columns('OperatorException', 'x', ['id']),
  text: ({ p, scope }) =>
    `${closeExceptionsSql(p, {
      where: `x.kind = '${KIND}' and x.subject_id = ${p.code} and ${scope('x.organization_id')}`,
    })} returning x.id`,
});

/** A loan system that was removed from use needs no correction. */
export const closeSetUpExceptionsOfRemoved = statement({
  name: 'loan_system.close_problems_of_removed',
  takes: { resolution: 'text', resolvedBy: 'text', resolvedAt: 'timestamptz' },
  gives: columns('OperatorException', 'x', ['id']),
  text: ({ p, scope }) =>
    `${closeExceptionsSql(p, {
      from: 'loan_system l',
      where: `x.kind = '${KIND}' and x.subject_id = l.code and not l.is_active and x.organization_id = l.organization_id
        and ${scope('x.organization_id')}`,
    })} returning x.id`,
});
