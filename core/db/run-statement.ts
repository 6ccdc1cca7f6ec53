import type { Pool, PoolClient } from 'pg';
import type { Principal } from '../principal/principal.js';
import { tracedCall } from '../telemetry/tracing.js';
import { RowsQuery, rowsOf } from './rows-query.js';
import { bind, type Parameters, type Statement } from './statement.js';
import { asUnavailable } from './unavailable-errors.js';

/**
 * Runs one registered statement within the caller's scope.
 *
 * @param patienceMs - the statement's timeout in milliseconds, if longer than usual.
 * @throws {Problem} `service_unavailable`
 */
export async function run<P extends Parameters, R>(
  on: Pool | PoolClient,
  principal: Principal,
  statement: Statement<P, R>,
  parameters: P,
  patienceMs?: number,
): Promise<R[]> {
  try {
    const query = new RowsQuery<R>(
      bind(statement, principal, parameters),
      patienceMs === undefined ? undefined : patienceMs + 2_000,
    );
    return await tracedCall(statement.name, spanOf(statement.name), () => rowsOf(on, query));
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error); // otherwise it leads to the socket
    throw asUnavailable(error);
  }
}

/**
 * Follows OpenTelemetry's semantic conventions for databases; the statement's text is in the code, and adds nothing
 * to its name.
 */
export function spanOf(name: string) {
  return { 'db.system.name': 'postgresql', 'db.query.summary': name };
}
