import { Problem } from '../errors/problem.js';

/**
 * Signs that the database is not there, as against a fault in a statement: SQLSTATE classes 08 (connection) and 57P (operator
 * intervention), 53300 (too many connections), 55P03 and 57014 (a lock or a statement that took too long), 25P03 (idle too
 * long in a transaction), 40001 and 40P01 (given up for another transaction: nothing was done, and again it will be), the
 * network's codes, and the driver's own words for a lost connection.
 */
export function asUnavailable(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const isGone =
    /^(08|57P|53300|55P03|57014|25P03|40001|40P01|ECONN|EPIPE|ENOTFOUND|ETIMEDOUT)/.test(code) ||
    DRIVER_WORDS.test(error.message);
  return isGone ? new Problem('service_unavailable', {}, undefined, { cause: error }) : error;
}

const DRIVER_WORDS =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error)/;
