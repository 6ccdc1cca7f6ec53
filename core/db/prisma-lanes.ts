import pg from 'pg';
import type { PrismaClient } from '../../prisma/client/client.js';
import type { Principal } from '../principal/principal.js';
import { openClient, type ScopedModels, scopeClient } from './prisma.js';

/** Prisma's models on one open transaction: what they write stands and falls with its statements. */
export interface PrismaInTransaction {
  scopedTo(principal: Principal): ScopedModels;
  /** Before the transaction is committed or rolled back: nothing more is begun, and what was is through. */
  end(): Promise<void>;
}

/**
 * Prisma on a connection on which we have begun a transaction. A client takes 25 ms and some megabytes to make, so it is not made
 * for each transaction: one that is idle is put on the transaction's connection. There are as many as such transactions were ever
 * open at once.
 */
export class PrismaLanes {
  readonly #idle: Lane[] = [];

  begin(connection: pg.PoolClient): PrismaInTransaction {
    const lane = this.#idle.pop() ?? openLane();
    lane.connection = connection;
    const open = new Set<Promise<unknown>>();
    let isOver = false;
    const around = <T>(call: () => Promise<T>): Promise<T> => {
      if (isOver) return Promise.reject(new Error('the transaction of these models is over'));
      const begun = call();
      open.add(begun);
      return begun.finally(() => open.delete(begun));
    };
    return {
      scopedTo: (principal) => scopeClient(lane.client, principal, around),
      end: async () => {
        isOver = true;
        // One that is still on its way to the connection would be carried out behind the rollback, outside of any transaction.
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

/** The adapter takes a pool: this one has no connection of its own, and is the transaction's wherever one is asked. */
function poolOf(connection: () => pg.PoolClient | undefined): pg.Pool {
  return new Proxy(new pg.Pool({ max: 1 }), {
    get: (empty, name) => {
      if (name === 'connect') return refuseConnect;
      if (name !== 'query') return Reflect.get(empty, name);
      const current = connection();
      if (current === undefined) throw new Error('Prisma was asked outside of its transaction');
      return current.query.bind(current);
    },
  });
}

/** Prisma begins a transaction by itself for what takes several statements; its commit would be ours. */
function refuseConnect(): never {
  throw new Error(
    'inside a transaction Prisma takes what is one statement: it would begin, and commit, one of its own',
  );
}
