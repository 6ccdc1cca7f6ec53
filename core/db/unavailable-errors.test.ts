import { DatabaseError } from 'pg';
import { describe, expect, it } from 'vitest';
import { Problem } from '../errors/problem.js';
import { asUnavailable, isRefusedByServer } from './unavailable-errors.js';

const failed = (code: string, message = 'failed') => Object.assign(new Error(message), { code });

describe('asUnavailable', () => {
  it.each([
    ['connection_failure', failed('08006')],
    ['admin_shutdown', failed('57P01')],
    ['too_many_connections', failed('53300')],
    ['disk_full', failed('53100')],
    ['out_of_memory', failed('53200')],
    ['io_error', failed('58030')],
    ['read_only_sql_transaction', failed('25006')],
    ['lock_not_available: lock_timeout', failed('55P03')],
    ['query_canceled: statement_timeout', failed('57014')],
    ['idle_in_transaction_session_timeout', failed('25P03')],
    ['serialization_failure', failed('40001')],
    ['deadlock_detected', failed('40P01')],
    ['no connection', failed('ECONNREFUSED')],
    ['no DNS answer', failed('EAI_AGAIN')],
    ['no route to its host', failed('EHOSTUNREACH')],
    ['no route to its network', failed('ENETUNREACH')],
    ['the pool is exhausted', new Error('timeout exceeded when trying to connect')],
    ['the connection went away', new Error('Connection terminated unexpectedly')],
    ['the database does not answer', new Error('Query read timeout')],
    ['a lost connection is used', new Error('Client has encountered a connection error and is not queryable')],
  ])('%s › service_unavailable, with its cause for the logs', (_, error) => {
    const presented = asUnavailable(error);
    expect(presented).toBeInstanceOf(Problem);
    expect(presented).toMatchObject({ code: 'service_unavailable', status: 503, cause: error });
  });

  it.each([
    ['unique_violation', failed('23505')],
    ['in_failed_sql_transaction', failed('25P02')],
    ['object_in_use', failed('55006')],
    ['a bug', new TypeError('x is not a function')],
    ['a refusal', new Problem('account_not_payable')],
    ['not an error object', 'Connection terminated'],
  ])('%s › unchanged', (_, error) => {
    expect(asUnavailable(error)).toBe(error);
  });
});

const refused = (code: string) => Object.assign(new DatabaseError('refused', 7, 'error'), { code });

describe('a statement of its own', () => {
  it.each(['23505', '55P03', '57014', '40P01', '22001'])('that the server refuses with %s was not written', (code) => {
    expect(isRefusedByServer(asUnavailable(refused(code)))).toBe(true);
  });

  it.each(['57P01', '25P03', '25P04', '08006', 'XX000'])(
    'may have been written when its session ends with %s',
    (code) => {
      expect(isRefusedByServer(asUnavailable(refused(code)))).toBe(false);
    },
  );

  it('may have been written when its connection is lost', () => {
    expect(isRefusedByServer(asUnavailable(new Error('Connection terminated unexpectedly')))).toBe(false);
  });
});
