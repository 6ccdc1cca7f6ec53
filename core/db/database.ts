import type { Pool, PoolClient } from 'pg';
import type { Principal } from '../auth/principal.js';
import { Problem } from '../errors/problem.js';
import { tracedCall } from '../telemetry/traced.js';
import { createPrisma, type PrismaDoor, type ScopedModels } from './prisma.js';
import { bind, type Parameters, type Statement } from './statement.js';
import { asUnavailable } from './unavailable.js';

/** Where statements run: the pool, or one open transaction. */
export interface Queries {
  many<P extends Parameters, R>(principal: Principal, statement: Statement<P, R>, parameters: P): Promise<R[]>;
  /** The first row, or undefined. */
  first<P extends Parameters, R>(
    principal: Principal,
    statement: Statement<P, R>,
    parameters: P,
  ): Promise<R | undefined>;
}

/** An open transaction. No network call is ever made while one is open. */
export interface Transaction extends Queries {
  readonly inTransaction: true;
  /** Does this once it is committed, and never when it is not: for what is counted. It must not throw. */
  afterCommit(work: () => void): void;
}

/**
 * The door to the database. SQL for what is hot, long, or a write: registered statements only, each with the caller's
 * organization scope. Prisma for ordinary reads, within the same scope, over the same pool.
 * A database that is not there is `service_unavailable`, a `Problem`; anything else that fails is a bug.
 */
export class Database implements Queries {
  readonly #pool: Pool;
  #prisma: PrismaDoor | undefined;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Prisma's models as this caller may see them, outside any transaction. */
  models(principal: Principal): ScopedModels {
    this.#prisma ??= createPrisma(this.#pool);
    return this.#prisma.scopedTo(principal);
  }

  many<P extends Parameters, R>(principal: Principal, statement: Statement<P, R>, parameters: P): Promise<R[]> {
    return run(this.#pool, principal, statement, parameters);
  }

  async first<P extends Parameters, R>(
    principal: Principal,
    statement: Statement<P, R>,
    parameters: P,
  ): Promise<R | undefined> {
    return (await this.many(principal, statement, parameters))[0];
  }

  /**
   * Runs `work` in one READ COMMITTED transaction: committed when it returns, rolled back when it throws.
   *
   * @throws {Problem} `outcome_unknown` when the commit's answer was lost; `service_unavailable` when nothing was committed.
   */
  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const client = await this.#connect();
    let broken: Error | undefined;
    let committing = false;
    try {
      await client.query('begin');
      const transaction = new ClientTransaction(client);
      const result = await work(transaction);
      committing = true;
      await client.query('commit');
      transaction.committed();
      return result;
    } catch (error) {
      broken = await rollback(client);
      // A commit without an answer may have happened: only the caller's key can tell.
      const presented = asUnavailable(error);
      if (committing && presented !== error) throw new Problem('outcome_unknown', {}, undefined, { cause: error });
      throw presented;
    } finally {
      client.release(broken);
    }
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw asUnavailable(error);
    }
  }
}

class ClientTransaction implements Transaction {
  readonly inTransaction = true;
  readonly #client: PoolClient;
  readonly #afterCommit: (() => void)[] = [];

  constructor(client: PoolClient) {
    this.#client = client;
  }

  many<P extends Parameters, R>(principal: Principal, statement: Statement<P, R>, parameters: P): Promise<R[]> {
    return run(this.#client, principal, statement, parameters);
  }

  afterCommit(work: () => void): void {
    this.#afterCommit.push(work);
  }

  committed(): void {
    for (const work of this.#afterCommit) work();
  }

  async first<P extends Parameters, R>(
    principal: Principal,
    statement: Statement<P, R>,
    parameters: P,
  ): Promise<R | undefined> {
    return (await this.many(principal, statement, parameters))[0];
  }
}

async function run<P extends Parameters, R>(
  on: Pool | PoolClient,
  principal: Principal,
  statement: Statement<P, R>,
  parameters: P,
): Promise<R[]> {
  try {
    const query = () => on.query<R & object>(bind(statement, principal, parameters));
    const result = await tracedCall(statement.name, spanOf(statement.name), query);
    return result.rows;
  } catch (error) {
    throw asUnavailable(error);
  }
}

/** By OpenTelemetry's semantic conventions for databases; the text of a statement is in the code, and says no more than its name. */
export function spanOf(name: string) {
  return { 'db.system.name': 'postgresql', 'db.query.summary': name };
}

/** Of a connection that works it takes no time; one that hangs is not waited for a second time. */
const ROLLBACK = { text: 'rollback', query_timeout: 1_000 };

/** A connection that cannot even roll back is thrown away: the pool must not hand it out again. */
async function rollback(client: PoolClient): Promise<Error | undefined> {
  try {
    await client.query(ROLLBACK);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
