import { Problem } from '../errors/problem.js';
import { StaleServerError } from './fence/stale-server-error.js';

/**
 * Signs that the database is not there or cannot work now, as against a fault in a statement: SQLSTATE classes 08 (connection)
 * and 57P (operator intervention), 53100, 53200 and 53300 (disk full, out of memory, too many connections), 58030 (its disk
 * fails), 25006 (it only reads, as a standby does), 55P03 and 57014 (a lock or a statement that took too long), 25P03 (idle too
 * long in a transaction), 40001 and 40P01 (given up for another transaction: nothing was done, and again it will be), the
 * network's codes, the driver's own words for a lost connection, and a server that the fence refuses.
 */
export function asUnavailable(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = codeOf(error);
  const isGone =
    STATES.test(code) || NETWORK.test(code) || DRIVER_WORDS.test(error.message) || error instanceof StaleServerError;
  return isGone ? new Problem('service_unavailable', {}, undefined, { cause: error }) : error;
}

/** A statement that was ended at its time limit: elsewhere it would take as long. */
export function hasRunTooLong(error: unknown): boolean {
  return error instanceof Problem && error.cause instanceof Error && codeOf(error.cause) === '57014';
}

/** A replica gave a statement up, for its replay went first (40001, 40P01): it is none the worse itself. */
export function isGivenUpForReplay(error: unknown): boolean {
  return error instanceof Problem && error.cause instanceof Error && /^40/.test(codeOf(error.cause));
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

const STATES = /^(08|57P|53100|53200|53300|58030|25006|55P03|57014|25P03|40001|40P01)/;
const NETWORK = /^(ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/;
const DRIVER_WORDS =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error)/;
