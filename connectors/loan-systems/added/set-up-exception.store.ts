import type { ExceptionKind } from '../../../core/contract/exception-kinds.js';
import { columns } from '../../../core/db/columns.js';
import { statement } from '../../../core/db/statement.js';
import { closeExceptionsSql } from '../../../core/exceptions/operator-exception-close-and-reopen-sql.js';
import { closeExceptionOfSystem, raiseExceptionOfSystem } from './exception-of-loan-system.store.js';

const KIND: ExceptionKind = 'loan_system_misconfigured';

/** Resolution of an exception about a loan system that was removed. */
export const REMOVED = 'The loan system was removed from use.';

/** Reported by every process that calls the system. */
export const raiseSetUpException = raiseExceptionOfSystem('loan_system.raise_problem', KIND);

/** The problem is gone. */
export const closeSetUpException = closeExceptionOfSystem('loan_system.close_problem', KIND);

/** Kinds of exceptions whose subject is a loan system that is in use. */
const IN_USE: readonly ExceptionKind[] = [KIND, 'contact_data_unread', 'recovery_postings_unread'];
const OF_SYSTEMS = IN_USE.map((kind) => `'${kind}'`).join(', ');

/** A loan system that was removed from use needs no correction. */
export const closeSetUpExceptionsOfRemoved = statement({
  name: 'loan_system.close_problems_of_removed',
  takes: { resolution: 'text', resolvedBy: 'text', resolvedAt: 'timestamptz' },
  gives: columns('OperatorException', 'x', ['id']),
  text: ({ p, scope }) =>
    `${closeExceptionsSql(p, {
      from: 'loan_system l',
      where: `x.kind in (${OF_SYSTEMS}) and x.subject_id = l.code and not l.is_active and x.organization_id = l.organization_id
        and ${scope('x.organization_id')}`,
    })} returning x.id`,
});
