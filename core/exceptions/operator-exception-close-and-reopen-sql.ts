import { assigned, type Placeholder, type Sql, sql } from '../db/insert-sql.js';

type Text = Placeholder<string> | Sql;

interface Closing {
  readonly resolvedAt: Placeholder<string>;
  readonly resolvedBy: Text;
  readonly resolution: Text;
}

/** Selects exceptions; the table's alias is `x`. */
interface Which {
  /** SQL after FROM: other tables that the condition needs. */
  readonly from?: string;
  /** SQL; it limits the statement to the caller's organizations. */
  readonly where: string;
}

/**
 * SQL: the only update that closes exceptions. A closed exception does not change, nor does the name of the operator
 * who closed it.
 */
export function closeExceptionsSql({ resolvedAt, resolvedBy, resolution }: Closing, which: Which): string {
  const closed = assigned('OperatorException', {
    resolvedAt: sql(`${resolvedAt}::timestamptz`),
    resolvedBy: sql(`(${resolvedBy})::text`),
    resolution: sql(`(${resolution})::text`),
  });
  return changing(closed, 'x.resolved_at is null', which);
}

/** For SET: opens an exception again. Any postponement ends too, because its reason was about the earlier facts. */
export const REOPENED = 'resolved_at = null, resolved_by = null, resolution = null, waits_until = null';

/** SQL: the only update that opens closed exceptions again. */
export function reopenExceptionsSql(which: Which): string {
  return changing(REOPENED, 'x.resolved_at is not null', which);
}

function changing(set: string, standing: string, { from, where }: Which): string {
  return `update operator_exception x set ${set}${from === undefined ? '' : ` from ${from}`} where ${standing} and (${where})`;
}
