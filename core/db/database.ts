import type { Pool, PoolClient } from 'pg';
import { Problem } from '../errors/problem.js';
import type { Principal } from '../principal/principal.js';
import { databaseReads } from '../telemetry/metrics.js';
import { ClientTransaction } from './client-transaction.js';
import type { CopiedRow, CopyTarget } from './copy-rows.js';
import type { CopiedValue } from './copy-text.js';
import { createPrisma, type PrismaAccess, type ScopedModels } from './prisma.js';
import { PrismaClientPool } from './prisma-in-transaction.js';
import { run } from './run-statement.js';
import type { FieldOf, Model } from './sql-types.js';
import type { Parameters, Statement } from './statement.js';
import { asUnavailable, hasRunTooLong, isRefusedByServer } from './unavailable-errors.js';

/**
 * Transactions hold locks and run the same few statements by key: each is planned once per connection, along its
 * index however small its table still is. By default Postgres plans some of them every time, which costs a recorded
 * payment as much as writing it. Lists and reports run outside transactions, and are planned for their actual
 * parameters.
 */
const BEGIN_KEEPING_PLANS = 'begin; set local plan_cache_mode = force_generic_plan; set local random_page_cost = 1.1';
/** Citus plans a statement for its given organization, and has no generic plan. */
const IS_CITUS = `select exists (select from pg_extension where extname = 'citus') as found`;

/** Where queries run, statements and models alike: the pool, or one open transaction. */
export interface Queries {
  /** Prisma's models, limited to what the caller may see. */
  models(principal: Principal): ScopedModels;
  many<P extends Parameters, R>(principal: Principal, statement: Statement<P, R>, parameters: P): Promise<R[]>;
  /** The first row, or undefined. */
  first<P extends Parameters, R>(
    principal: Principal,
    statement: Statement<P, R>,
    parameters: P,
  ): Promise<R | undefined>;
}

export interface TransactionOptions {
  /**
   * For steps of a bulk load, whose statements read millions of rows; they wait for no lock, and no other session
   * waits for them.
   */
  readonly isBulk?: boolean;
}

const BULK_PATIENCE_MS = 900_000;
/** The computation between two statements of a load takes seconds on a busy machine. */
const BULK_IDLE_MS = 60_000;
const BEGIN_BULK = `begin; set local statement_timeout = ${BULK_PATIENCE_MS}; set local idle_in_transaction_session_timeout = ${BULK_IDLE_MS}`;

/** A replica, for reads that may be slightly out of date. */
export interface ReadServer {
  readonly pool: Pool;
  /** Its connections for exports. */
  readonly exportPool: Pool;
  /** Whether it is fresh enough now, and has everything that this caller has written. */
  mayAnswer(principal: Principal): Promise<boolean>;
  /** Reports that it could not answer. */
  failed(error: unknown): void;
}

/** Rows that may be slightly out of date, and whether they came from the replica. */
export interface ReplicaRows<R> {
  readonly rows: R[];
  readonly isLate: boolean;
}

/** An open transaction. No network call is ever made while one is open. */
export interface Transaction extends Queries {
  readonly inTransaction: true;
  /**
   * Copies rows of one organization as fast as the server takes them.
   *
   * @throws {Problem} `organization_out_of_scope` when the caller may not reach it.
   */
  copy<M extends Model, F extends readonly FieldOf<M>[]>(
    principal: Principal,
    target: CopyTarget<M, F>,
    organizationId: string,
    rows: Iterable<CopiedRow<M, F> & readonly CopiedValue[]>,
  ): Promise<void>;
  /** Runs `work` once the transaction is committed, and never if it is not: for counters. It must not throw. */
  afterCommit(work: () => void): void;
}

/**
 * The API of the database. Prisma's models serve ordinary reads and writes; registered statements are for locks,
 * lists, decisions made while writing, and hot paths. Both apply the caller's organization scope, and share the pool
 * and the transactions. An unreachable database is `service_unavailable`, a `Problem`; any other failure is a bug.
 */
export class Database implements Queries {
  readonly #pool: Pool;
  readonly #replica: ReadServer | undefined;
  readonly #keyed: Pool;
  readonly #lanes = new PrismaClientPool();
  #prisma: PrismaAccess | undefined;
  #begin: string | undefined;

  /**
   * @param replica - used by `fromReplica`; everything else uses the primary.
   * @param keyed - the connections of `byKey` and `write`, which keep plans; without it, those of the pool.
   */
  constructor(pool: Pool, replica?: ReadServer, keyed: Pool = pool) {
    this.#pool = pool;
    this.#replica = replica;
    this.#keyed = keyed;
  }

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
   * For lists and reports, which may be slightly out of date: reads the replica if there is one that may answer this
   * caller; otherwise, and when the replica fails (it is gone, or cancelled the statement for its replay), the
   * primary.
   *
   * @param fromPrimary - for continuing with rows from the primary, which the replica may not have yet.
   */
  async fromReplica<P extends Parameters, R>(
    principal: Principal,
    statement: Statement<P, R>,
    parameters: P,
    fromPrimary = false,
  ): Promise<ReplicaRows<R>> {
    const replica = this.#replica;
    if (replica === undefined) return { rows: await this.many(principal, statement, parameters), isLate: false };
    const late =
      !fromPrimary && (await answeredBy(replica, principal, () => run(replica.pool, principal, statement, parameters)));
    if (late) return { rows: late.answer, isLate: true };
    databaseReads.inc({ server: 'primary' });
    return { rows: await this.many(principal, statement, parameters), isLate: false };
  }

  /** The first row, or undefined, of a statement that finds its few rows by key, and is planned once. */
  async byKey<P extends Parameters, R>(
    principal: Principal,
    statement: Statement<P, R>,
    parameters: P,
  ): Promise<R | undefined> {
    return (await run(this.#keyed, principal, statement, parameters))[0];
  }

  /**
   * Runs one statement that writes, as a transaction of its own: one round trip. For a statement that itself finds
   * out whether what was decided before it still holds.
   *
   * @returns its first row, if any.
   * @throws {Problem} `outcome_unknown` when its answer was lost; `service_unavailable` when nothing was written.
   */
  async write<P extends Parameters, R>(
    principal: Principal,
    statement: Statement<P, R>,
    parameters: P,
  ): Promise<R | undefined> {
    const client = await connected(this.#keyed);
    let broken: Error | undefined;
    try {
      return (await run(client, principal, statement, parameters))[0];
    } catch (error) {
      if (isRefusedByServer(error)) throw error;
      broken = error instanceof Error ? error : new Error(String(error));
      throw new Problem('outcome_unknown', {}, undefined, { cause: error });
    } finally {
      client.release(broken);
    }
  }

  /**
   * Runs `work` in one READ COMMITTED transaction: committed when it returns, rolled back when it throws.
   *
   * @throws {Problem} `outcome_unknown` when the commit's answer was lost; `service_unavailable` when nothing was
   * committed.
   */
  async transaction<T>(work: (tx: Transaction) => Promise<T>, { isBulk = false }: TransactionOptions = {}): Promise<T> {
    const client = await connected(this.#pool);
    let broken: Error | undefined;
    let committing = false;
    try {
      await client.query(isBulk ? BEGIN_BULK : await this.#begins(client));
      const transaction = new ClientTransaction(client, this.#lanes, isBulk ? BULK_PATIENCE_MS : undefined);
      const result = await transaction.during(work);
      committing = true;
      await client.query('commit');
      transaction.committed();
      return result;
    } catch (error) {
      broken = await rollback(client);
      // A commit without an answer may have succeeded: only the caller's key can show it.
      const presented = asUnavailable(error);
      if (committing && presented !== error) throw new Problem('outcome_unknown', {}, undefined, { cause: error });
      throw presented;
    } finally {
      client.release(broken);
    }
  }

  async #begins(client: PoolClient): Promise<string> {
    this.#begin ??= await begins(client);
    return this.#begin;
  }
}

async function connected(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw asUnavailable(error);
  }
}

async function begins(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ found: boolean }>(IS_CITUS);
  return rows[0]?.found ? 'begin' : BEGIN_KEEPING_PLANS;
}

/**
 * The replica's result; undefined when the primary must be used. A statement that ran out of time is not repeated.
 *
 * @throws {Problem} `service_unavailable` for such a statement, or when the primary cannot say whether the replica
 * may answer.
 */
export async function answeredBy<T>(
  replica: ReadServer,
  principal: Principal,
  ask: () => Promise<T>,
): Promise<{ readonly answer: T } | undefined> {
  if (!(await replica.mayAnswer(principal))) return undefined;
  try {
    const answer = await ask();
    databaseReads.inc({ server: 'replica' });
    return { answer };
  } catch (error) {
    if (hasRunTooLong(error)) throw error;
    replica.failed(error);
    return undefined;
  }
}

/** On a working connection a rollback takes no time; on one that hangs, do not wait a second time. */
const ROLLBACK = { text: 'rollback', query_timeout: 1_000 };

/** A connection that cannot even roll back is discarded: the pool must not hand it out again. */
async function rollback(client: PoolClient): Promise<Error | undefined> {
  try {
    await client.query(ROLLBACK);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
