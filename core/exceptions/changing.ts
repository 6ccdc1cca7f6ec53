import { assigned, type Placeholder, type Sql, sql } from '../db/written.js';

type Text = Placeholder<string> | Sql;

interface Closing {
  readonly resolvedAt: Placeholder<string>;
  readonly resolvedBy: Text;
  readonly resolution: Text;
}

/** Which exceptions, called `x`. */
interface Which {
  /** SQL behind FROM: other tables that the condition needs. */
  readonly from?: string;
  /** SQL; it keeps the statement within its organizations. */
  readonly where: string;
}

/** SQL: the one update that closes exceptions. One that is closed stays as it is, with the name of who closed it. */
export function closing({ resolvedAt, resolvedBy, resolution }: Closing, which: Which): string {
  const closed = assigned('OperatorException', {
    resolvedAt: sql(`${resolvedAt}::timestamptz`),
    resolvedBy: sql(`(${resolvedBy})::text`),
    resolution: sql(`(${resolution})::text`),
  });
  return changing(closed, 'x.resolved_at is null', which);
}

/** In SET: what an exception is when it is open again. The wait ends too: its reason was about what stood before. */
export const OPEN_AGAIN = 'resolved_at = null, resolved_by = null, resolution = null, waits_until = null';

/** SQL: the one update that opens closed exceptions again. */
export function reopening(which: Which): string {
  return changing(OPEN_AGAIN, 'x.resolved_at is not null', which);
}

function changing(set: string, standing: string, { from, where }: Which): string {
  return `update operator_exception x set ${set}${from === undefined ? '' : ` from ${from}`} where ${standing} and (${where})`;
}
