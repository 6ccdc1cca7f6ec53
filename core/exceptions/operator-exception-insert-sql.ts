import { inserted, leftOut, type NewRow, type Placeholder, sql } from '../db/insert-sql.js';
import { REOPENED } from './operator-exception-close-and-reopen-sql.js';

type Raised = Pick<NewRow<'OperatorException'>, 'id' | 'organizationId' | 'kind' | 'subjectId' | 'detail'>;

/** SQL after ON CONFLICT; the existing exception is `x`, the new one `excluded`. */
export type OnConflict = string & { readonly __ifThere: true };

export const KEEP_EXISTING = 'do nothing' as OnConflict;

/** Opens the existing exception again, with the new facts. */
export function reopenOnConflict(when: string): OnConflict {
  return `do update set detail = excluded.detail, ${REOPENED} where ${when}` as OnConflict;
}

/** Keeps the existing exception open or closed, with the new facts. A postponement ends when the facts have changed. */
export function updateFactsOnConflict(isOther: string): OnConflict {
  return `do update set detail = excluded.detail,
      waits_until = case when ${isOther} then null else x.waits_until end` as OnConflict;
}

/** The alias of a new exception in the clause after the insert. */
const RAISED = 'x';

/**
 * SQL: the only insert of exceptions for operators. There is at most one exception per kind and subject.
 *
 * @param from - SQL after FROM: one row per exception.
 * @param ifThere - what to do with an existing exception.
 */
export function insertExceptionsSql(row: Raised, from: string, ifThere: OnConflict): string {
  const { into, values } = inserted(
    'OperatorException',
    {
      ...row,
      ...leftOut('createdAt', 'resolvedAt', 'resolvedBy', 'resolution', 'waitsUntil', 'waitsBy', 'waitReason'),
    },
    RAISED,
  );
  return `insert into ${into} select ${values} from ${from} on conflict (organization_id, kind, subject_id) ${ifThere}`;
}

/** Raises one exception of an organization, if that is within reach. */
export function insertExceptionSql(
  {
    id,
    organizationId,
    kind,
    subjectId,
    detail,
  }: Omit<Raised, 'organizationId'> & { readonly organizationId: Placeholder<string> },
  scope: (column: string) => string,
  ifThere: OnConflict,
): string {
  const from = `organization o where o.id = ${organizationId} and ${scope('o.id')}`;
  return insertExceptionsSql({ id, organizationId: sql('o.id'), kind, subjectId, detail }, from, ifThere);
}
