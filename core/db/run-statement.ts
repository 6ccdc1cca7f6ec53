import type { Pool, PoolClient } from 'pg';
import type { Principal } from '../principal/principal.js';
import { tracedCall } from '../telemetry/tracing.js';
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
    const bound = bind(statement, principal, parameters);
    const config = patienceMs === undefined ? bound : { ...bound, query_timeout: patienceMs + 2_000 };
    const query = () => on.query<R & object>(config);
    const result = await tracedCall(statement.name, spanOf(statement.name), query);
    return result.rows;
  } catch (error) {
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
