import type { ExceptionKind } from '../../../../core/contract/exception-kinds.js';
import { columns } from '../../../../core/db/columns.js';
import type { Transaction } from '../../../../core/db/database.js';
import { sql } from '../../../../core/db/insert-sql.js';
import { statement } from '../../../../core/db/statement.js';
import { closeExceptionsSql } from '../../../../core/exceptions/operator-exception-close-and-reopen-sql.js';
import { insertExceptionsSql, reopenOnConflict } from '../../../../core/exceptions/operator-exception-insert-sql.js';
import { newId } from '../../../../core/ids/ids.js';
import { limitToOrganization } from '../../../../core/principal/principal.js';
import type { Clock } from '../../../../core/time/clock.js';
import { isoInstant } from '../../../../core/time/dates.js';
import { SYNC, type SyncedSystem } from './write-loan.js';

const KIND: ExceptionKind = 'contact_data_unread';
const ALL_READ = 'A full sync has read all contact data.';

/** Open again when the number is another one, or when it had closed by itself. */
const raiseUnread = statement({
  name: 'sync.raise_contact_data_unread',
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

const closeUnread = statement({
  name: 'sync.close_contact_data_unread',
  takes: { code: 'LoanSystem.code', resolution: 'text', resolvedBy: 'text', resolvedAt: 'timestamptz' },
  gives: columns('OperatorException', 'x', ['id']),
  text: ({ p, scope }) =>
    `${closeExceptionsSql(p, {
      where: `x.kind = '${KIND}' and x.subject_id = ${p.code} and ${scope('x.organization_id')}`,
    })} returning x.id`,
});

/** After a full pass: an exception if it could not read the contact data of some persons; otherwise it is closed. */
export async function noteContactData(
  tx: Transaction,
  clock: Clock,
  { organizationId, loanSystemCode: code }: SyncedSystem,
  unread: number,
): Promise<void> {
  const principal = limitToOrganization(SYNC, organizationId);
  if (unread > 0) {
    const raised = { id: newId(), code, detail: JSON.stringify({ unread }), closedByItself: SYNC.actor };
    await tx.many(principal, raiseUnread, raised);
    return;
  }
  const resolvedAt = isoInstant(clock.now());
  await tx.many(principal, closeUnread, { code, resolution: ALL_READ, resolvedBy: SYNC.actor, resolvedAt });
}
