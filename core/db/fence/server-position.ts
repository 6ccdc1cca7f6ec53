/** A database server's position in its history, as seen on one connection. */
export interface ServerPosition {
  /** Created with the cluster, and the same in all its physical copies. */
  readonly system: string;
  /** Undefined: a standby, which takes no writes. */
  readonly written: LogPosition | undefined;
}

/** The log position of a primary. */
export interface LogPosition {
  /** Increases with each promotion. */
  readonly timeline: number;
  /**
   * Bytes of the log that are flushed to disk. A server has all of them after a crash, even with `synchronous_commit
   * = off`; log that is only written or inserted may be lost.
   */
  readonly position: number;
}

interface Asked {
  query<R>(text: { readonly text: string; readonly query_timeout: number }): Promise<{ readonly rows: readonly R[] }>;
}

/**
 * The name of a log file begins with its timeline, eight hexadecimal digits. `pg_control_checkpoint` has it only
 * after the next checkpoint.
 */
const SIGHTING = `
  select (select control.system_identifier::text from pg_control_system() control) as system,
         case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) end as timeline,
         case when not pg_is_in_recovery() then pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::float8 end as position`;

export async function readServerPosition(client: Asked, withinMs: number): Promise<ServerPosition> {
  const { rows } = await client.query<{ system: string; timeline: string | null; position: number | null }>({
    text: SIGHTING,
    query_timeout: withinMs,
  });
  const [row] = rows;
  if (row === undefined) throw new Error('a select without from has one row');
  const { system, timeline, position } = row;
  // A standby may be promoted between the two function calls.
  if (timeline === null || position === null) return { system, written: undefined };
  return { system, written: { timeline: Number.parseInt(timeline, 16), position } };
}
