import type { ExceptionKind } from '../../../core/contract/exception-kinds.js';
import { columns, typesOf } from '../../../core/db/columns.js';
import type { Queries } from '../../../core/db/database.js';
import { statement } from '../../../core/db/statement.js';
import { closeExceptionsSql } from '../../../core/exceptions/operator-exception-close-and-reopen-sql.js';
import {
  insertExceptionSql,
  KEEP_EXISTING,
  reopenOnConflict,
} from '../../../core/exceptions/operator-exception-insert-sql.js';
import { newId } from '../../../core/ids/ids.js';
import { systemPrincipal } from '../../../core/principal/principal.js';
import type { IsoInstant } from '../../../core/time/dates.js';

const NEW_EXCEPTION = typesOf('OperatorException', ['id', 'organizationId', 'kind', 'subjectId', 'detail']);

/** Inserts an exception once per kind and subject. */
const insertException = statement({
  name: 'operator_exception.insert',
  takes: NEW_EXCEPTION,
  text: ({ p, scope }) => insertExceptionSql(p, scope, KEEP_EXISTING),
});

/**
 * The same for facts that may change: a changed exception is open again, and the audit log keeps who resolved it
 * before. An exception that had closed automatically is open again even if its facts are the same.
 */
const insertExceptionAgain = statement({
  name: 'operator_exception.insert_again',
  takes: { ...NEW_EXCEPTION, closedByItself: 'text' },
  text: ({ p, scope }) => {
    const when = `x.detail is distinct from excluded.detail or x.resolved_by = ${p.closedByItself}::text`;
    return insertExceptionSql(p, scope, reopenOnConflict(when));
  },
});

const KNOWN = columns('OperatorException', 'x', ['id', 'resolvedAt']);

const knownException = statement({
  name: 'operator_exception.known',
  takes: typesOf('OperatorException', ['organizationId', 'kind', 'subjectId']),
  gives: KNOWN,
  text: ({ p, scope }) => `
    select ${KNOWN} from operator_exception x
     where x.organization_id = ${p.organizationId} and x.kind = ${p.kind} and x.subject_id = ${p.subjectId}
       and ${scope('x.organization_id')}`,
});

/** Closes an exception that needs no decision any more; the operator who resolved it before stays recorded. */
const closeInserted = statement({
  name: 'operator_exception.close',
  takes: {
    ...typesOf('OperatorException', ['organizationId', 'kind', 'subjectId']),
    resolution: 'text',
    resolvedBy: 'text',
    resolvedAt: 'timestamptz',
  },
  text: ({ p, scope }) =>
    closeExceptionsSql(p, {
      where: `x.organization_id = ${p.organizationId} and x.kind = ${p.kind} and x.subject_id = ${p.subjectId}
       and ${scope('x.organization_id')}`,
    }),
});

const EXCEPTIONS = systemPrincipal('operator-exceptions');

interface Subject {
  readonly id: string;
  readonly organizationId: string;
}
type Detail = Readonly<Record<string, string | number>>;

/** Raises an exception: an operator decides what the system must not. */
export async function raiseException(
  queries: Queries,
  subject: Subject,
  kind: ExceptionKind,
  detail: Detail,
): Promise<void> {
  await queries.many(EXCEPTIONS, insertException, exceptionOf(subject, kind, detail));
}

/** The same again when the facts have changed. */
export async function raiseAgain(
  queries: Queries,
  subject: Subject,
  kind: ExceptionKind,
  detail: Detail,
): Promise<void> {
  const closedByItself = EXCEPTIONS.actor;
  await queries.many(EXCEPTIONS, insertExceptionAgain, { ...exceptionOf(subject, kind, detail), closedByItself });
}

/** The same again when the facts have changed. @returns whether an operator has resolved it for these very facts. */
export async function raiseUnlessSettled(
  queries: Queries,
  subject: Subject,
  kind: ExceptionKind,
  detail: Detail,
): Promise<boolean> {
  await raiseAgain(queries, subject, kind, detail);
  return !(await isOpen(queries, subject, kind));
}

/** Whether an exception is open. */
export async function isOpen(
  queries: Queries,
  { id: subjectId, organizationId }: Subject,
  kind: ExceptionKind,
): Promise<boolean> {
  const known = await queries.first(EXCEPTIONS, knownException, { organizationId, kind, subjectId });
  return known !== undefined && known.resolvedAt === null;
}

/** Whether an exception was ever raised, open or not: an operator may have acted on it. */
export async function wasRaised(
  queries: Queries,
  { id: subjectId, organizationId }: Subject,
  kind: ExceptionKind,
): Promise<boolean> {
  return (await queries.first(EXCEPTIONS, knownException, { organizationId, kind, subjectId })) !== undefined;
}

/** Closes an exception that has settled itself. */
export async function closeException(
  queries: Queries,
  { id: subjectId, organizationId }: Subject,
  kind: ExceptionKind,
  resolution: string,
  resolvedAt: IsoInstant,
  resolvedBy: string = EXCEPTIONS.actor,
): Promise<void> {
  const closed = { organizationId, kind, subjectId, resolution, resolvedBy, resolvedAt };
  await queries.many(EXCEPTIONS, closeInserted, closed);
}

function exceptionOf({ id: subjectId, organizationId }: Subject, kind: ExceptionKind, detail: Detail) {
  return { id: newId(), organizationId, kind, subjectId, detail: JSON.stringify(detail) };
}
