import type { ExceptionKind } from '../../../core/contract/exception-kinds.js';
import { columns } from '../../../core/db/columns.js';
import { sql } from '../../../core/db/insert-sql.js';
import { statement } from '../../../core/db/statement.js';
import { closeExceptionsSql } from '../../../core/exceptions/operator-exception-close-and-reopen-sql.js';
import { insertExceptionsSql, reopenOnConflict } from '../../../core/exceptions/operator-exception-insert-sql.js';

/** An exception about a loan system that is in use. Open again when its facts are others, or when it had closed by itself. */
export function raiseExceptionOfSystem(name: string, kind: ExceptionKind) {
  return statement({
    name,
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
          kind: sql(`'${kind}'`),
          subjectId: sql('l.code'),
          detail: p.detail,
        },
        `loan_system l where l.code = ${p.code} and l.is_active and ${scope('l.organization_id')}`,
        reopenOnConflict(`x.detail is distinct from excluded.detail or x.resolved_by = ${p.closedByItself}::text`),
      ),
  });
}

/** Closes it, if there is one. */
export function closeExceptionOfSystem(name: string, kind: ExceptionKind) {
  return statement({
    name,
    takes: { code: 'LoanSystem.code', resolution: 'text', resolvedBy: 'text', resolvedAt: 'timestamptz' },
    gives: columns('OperatorException', 'x', ['id']),
    text: ({ p, scope }) =>
      `${closeExceptionsSql(p, {
        where: `x.kind = '${kind}' and x.subject_id = ${p.code} and ${scope('x.organization_id')}`,
      })} returning x.id`,
  });
}
