import pg from 'pg';
import type { PrismaClient } from '../../prisma/client/client.js';
import type { Principal } from '../principal/principal.js';
import { openClient, type ScopedModels, scopeClient } from './prisma.js';

/** Prisma's models in one open transaction: their writes commit or roll back with its statements. */
export interface PrismaInTransaction {
  scopedTo(principal: Principal): ScopedModels;
  /** Call it before the commit or rollback: refuses new calls, and waits for those in progress. */
  end(): Promise<void>;
}

/**
 * Prisma on a connection with our open transaction. Creating a client takes 25 ms and some megabytes, so none is
 * created per transaction: an idle one is attached to the transaction's connection. There are as many clients as the
 * largest number of such transactions that were open at once.
 */
export class PrismaClientPool {
  readonly #idle: Lane[] = [];

  begin(connection: pg.PoolClient): PrismaInTransaction {
    const lane = this.#idle.pop() ?? openLane();
    lane.connection = connection;
    const open = new Set<Promise<unknown>>();
    let isOver = false;
    const around = <T>(call: () => Promise<T>): Promise<T> => {
      if (isOver) return Promise.reject(new Error('the transaction of these models has ended'));
      const begun = call();
      open.add(begun);
      return begun.finally(() => open.delete(begun));
    };
    return {
      scopedTo: (principal) => scopeClient(lane.client, principal, around),
      end: async () => {
        isOver = true;
        // A call still on its way to the connection would run after the rollback, outside of any transaction.
        await Promise.allSettled(open);
        lane.connection = undefined;
        this.#idle.push(lane);
      },
    };
  }
}

interface Lane {
  readonly client: PrismaClient;
  connection: pg.PoolClient | undefined;
}

function openLane(): Lane {
  const lane: Lane = { client: openClient(poolOf(() => lane.connection)), connection: undefined };
  return lane;
}

/** The adapter requires a pool: this one has no connections, and gives out the transaction's. */
function poolOf(connection: () => pg.PoolClient | undefined): pg.Pool {
  return new Proxy(new pg.Pool({ max: 1 }), {
    get: (empty, name) => {
      if (name === 'connect') return refuseConnect;
      if (name !== 'query') return Reflect.get(empty, name);
      const current = connection();
      if (current === undefined) throw new Error('Prisma was used outside of its transaction');
      return current.query.bind(current);
    },
  });
}

/** For calls with several statements Prisma opens a transaction itself; its commit would commit ours. */
function refuseConnect(): never {
  throw new Error(
    'inside a transaction Prisma may run only single statements: for more it would open, and commit, its own transaction',
  );
}
