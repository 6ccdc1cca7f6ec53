import { DatabaseError } from 'pg';
import { Problem } from '../errors/problem.js';
import { StaleServerError } from './fence/stale-server-error.js';

/**
 * Whether an error means that the database is unreachable or cannot work now, rather than a faulty statement:
 * SQLSTATE classes 08 (connection) and 57P (operator intervention), 53100, 53200 and 53300 (disk full, out of memory,
 * too many connections), 58030 (disk failure), 25006 (read-only, as on a standby), 55P03 and 57014 (a lock or a
 * statement took too long), 25P03 (idle too long in a transaction), 40001 and 40P01 (aborted in favour of another
 * transaction: nothing was done, and a retry may succeed), the network's codes, the driver's own messages for a lost
 * connection, and a server that the fence refuses.
 */
export function asUnavailable(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = codeOf(error);
  const isGone =
    STATES.test(code) || NETWORK.test(code) || DRIVER_WORDS.test(error.message) || error instanceof StaleServerError;
  return isGone ? new Problem('service_unavailable', {}, undefined, { cause: error }) : error;
}

/** A statement that was ended at its time limit: on another server it would take as long. */
export function hasRunTooLong(error: unknown): boolean {
  return error instanceof Problem && error.cause instanceof Error && codeOf(error.cause) === '57014';
}

/**
 * Whether the server itself refused a statement and kept its connection, so that nothing was written. A server that
 * ends the connection may have committed just before.
 */
export function isRefusedByServer(error: unknown): boolean {
  const found = error instanceof Problem ? error.cause : error;
  return found instanceof DatabaseError && !ENDS_CONNECTION.test(found.code ?? '');
}

/** Whether it was aborted in favour of another transaction that waited for it: nothing was written. */
export function isDeadlock(error: unknown): boolean {
  return error instanceof Problem && error.cause instanceof DatabaseError && error.cause.code === '40P01';
}

/** Whether a row with the same unique values exists: nothing was written. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '23505';
}

/** Whether a statement names a table that does not exist: the database lacks a migration. */
export function lacksTable(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '42P01';
}

/** A replica cancelled a statement because its replay took priority (40001, 40P01): the replica itself is healthy. */
export function isCancelledByReplay(error: unknown): boolean {
  return error instanceof Problem && error.cause instanceof Error && /^40/.test(codeOf(error.cause));
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

const STATES = /^(08|57P|53100|53200|53300|58030|25006|55P03|57014|25P03|40001|40P01)/;
/** 25P03 and 25P04: a session or a transaction that took too long; XX: the server failed. */
const ENDS_CONNECTION = /^(08|57P|25P0[34]|XX)/;
const NETWORK = /^(ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/;
const DRIVER_WORDS =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error)/;
