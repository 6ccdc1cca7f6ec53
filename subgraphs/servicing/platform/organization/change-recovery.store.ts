import type { ExceptionKind } from '../../../../core/contract/exception-kinds.js';
import { columns } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';
import { closeExceptionsSql } from '../../../../core/exceptions/operator-exception-close-and-reopen-sql.js';

const UNREAD: ExceptionKind = 'recovery_postings_unread';
const SYSTEM = columns('LoanSystem', 'loan_system', ['code']);

/** In another recovery, lists of postings that were read before must be read again. */
export const forgetReadLists = statement({
  name: 'recovery.forget_read_lists',
  takes: { organizationId: 'Organization.id', readBefore: 'timestamptz' },
  gives: SYSTEM,
  text: ({ p, scope }) => `
    update loan_system set postings_read_at = null
     where organization_id = ${p.organizationId} and ${scope('organization_id')} and postings_read_at <= ${p.readBefore}::timestamptz
    returning ${SYSTEM}`,
});

/** @param code - null: of all loan systems of the organization */
export const closeUnreadExceptions = statement({
  name: 'recovery.close_unread_exceptions',
  takes: {
    organizationId: 'Organization.id',
    code: 'text?',
    resolution: 'text',
    resolvedBy: 'text',
    resolvedAt: 'timestamptz',
  },
  gives: columns('OperatorException', 'x', ['id']),
  text: ({ p, scope }) =>
    `${closeExceptionsSql(p, {
      where: `x.kind = '${UNREAD}' and x.organization_id = ${p.organizationId} and ${scope('x.organization_id')}
        and x.subject_id = coalesce(${p.code}::text, x.subject_id)`,
    })} returning x.id`,
});
