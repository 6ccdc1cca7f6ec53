import pg from 'pg';
import type { Fault } from './fault.js';
import type { FaultInstance } from './fault-instance.js';

/** A connection that opens a transaction and keeps its locks until `heal`. */
async function holding(instance: FaultInstance, sql: string): Promise<() => Promise<void>> {
  const holder = new pg.Client(instance.postgres.url);
  holder.on('error', () => undefined);
  await holder.connect();
  await holder.query('begin');
  await holder.query(sql);
  return async () => {
    await holder.query('rollback');
    await holder.end();
  };
}

/** As in an unlucky migration: the table can be neither read nor written during the fault. */
export const lockedTable: Fault = {
  name: 'table-lock',
  about: 'collected_payment locked, access exclusive',
  times: 3,
  async begin({ instance }) {
    const heal = await holding(instance, 'lock table collected_payment in access exclusive mode');
    return { what: 'locked collected_payment', count: 1, heal };
  },
};

/** Another session locks every loan, a few sessions wait for the tables behind it, and all release at once. */
export const lockStorm: Fault = {
  name: 'lock-storm',
  about: 'rows and tables locked by many sessions at once',
  times: 3,
  async begin({ instance }) {
    const rows = await Promise.all([
      holding(instance, 'select 1 from ledger_loan for update'),
      holding(instance, 'select 1 from account for update'),
      holding(instance, 'lock table idempotency_record in share mode'),
      holding(instance, 'lock table event in share row exclusive mode'),
    ]);
    return {
      what: `locked by ${rows.length} sessions`,
      count: rows.length,
      heal: async () => void (await Promise.all(rows.map((release) => release()))),
    };
  },
};
