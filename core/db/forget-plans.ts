import { statement } from './statement.js';

/**
 * Makes this connection plan its statements again, the checks of foreign keys included. For a transaction that fills a
 * table: plans made while it was nearly empty stay on the connection, and may read every row of the organization for
 * each row that is written.
 */
export const forgetPlans = statement({
  name: 'connection.forget_plans',
  unscoped: 'reads_no_rows',
  text: () => 'discard plans',
});
