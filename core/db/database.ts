import type { Pool, PoolClient } from 'pg';
import { Problem } from '../errors/problem.js';
import type { Principal } from '../principal/principal.js';
import { databaseReads } from '../telemetry/metrics.js';
import { ClientTransaction } from './client-transaction.js';
import type { CopiedRow, CopyTarget } from './copied.js';
import type { CopiedValue } from './copy-text.js';
import { createPrisma, type PrismaDoor, type ScopedModels } from './prisma.js';
import { PrismaLanes } from './prisma-lanes.js';
import { run } from './run-statement.js';
import type { FieldOf, Model } from './sql-types.js';
import type { Parameters, Statement } from './statement.js';
import { asUnavailable, hasRunTooLong } from './unavailable.js';

/**
 * Transactions hold locks, and what they run are the same few statements by their keys: each is planned once per connection, along
 * its index however small its table still is. Left to itself Postgres plans some of them anew each time, which costs a recorded
 * payment as much as writing it. Lists and reports run outside, and are planned for what they are asked.
 */
const BEGIN_KEEPING_PLANS = 'begin; set local plan_cache_mode = force_generic_plan; set local random_page_cost = 1.1';
/** Citus plans a statement for the organization that it is given, and has no plan without. */
const IS_CITUS = `select exists (select from pg_extension where extname = 'citus') as found`;

/** Where queries run, of both doors: the pool, or one open transaction. */
export interface Queries {
  /** Prisma's models as this caller may see them. */
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
  /** For steps of a bulk load, whose statements go through millions of rows; they wait for nobody's lock, and nobody waits for them. */
  readonly isBulk?: boolean;
}

const BULK_PATIENCE_MS = 900_000;
/** What is counted between two statements of a load takes seconds where the machine has other work. */
const BULK_IDLE_MS = 60_000;
const BEGIN_BULK = `begin; set local statement_timeout = ${BULK_PATIENCE_MS}; set local idle_in_transaction_session_timeout = ${BULK_IDLE_MS}`;

/** A replica, which may answer what may be a moment old. */
export interface ReadServer {
  readonly pool: Pool;
  /** Its connections for exports. */
  readonly exportPool: Pool;
  /** Whether it is fresh enough now, and this caller has written nothing that it may lack. */
  mayAnswer(principal: Principal): Promise<boolean>;
  /** It could not answer. */
  failed(error: unknown): void;
}

/** Rows that may be a moment old, and whether they are the replica's. */
export interface LateRows<R> {
  readonly rows: R[];
  readonly isLate: boolean;
}

/** An open transaction. No network call is ever made while one is open. */
export interface Transaction extends Queries {
  readonly inTransaction: true;
  /**
   * Copies rows of one organization as fast as the server takes them.
   *
   * @throws {Problem} `organization_out_of_scope` when it is not within the caller's reach.
   */
  copy<M extends Model, F extends readonly FieldOf<M>[]>(
    principal: Principal,
    target: CopyTarget<M, F>,
    organizationId: string,
    rows: Iterable<CopiedRow<M, F> & readonly CopiedValue[]>,
  ): Promise<void>;
  /** Does this once it is committed, and never when it is not: for what is counted. It must not throw. */
  afterCommit(work: () => void): void;
}

/**
 * The door to the database. Prisma's models for ordinary reads and writes; registered statements for what locks, lists, decides
 * while it writes, or is hot. Both have the caller's organization scope, the same pool, and the same transactions.
 * A database that is not there is `service_unavailable`, a `Problem`; anything else that fails is a bug.
 */
export class Database implements Queries {
  readonly #pool: Pool;
  readonly #replica: ReadServer | undefined;
  readonly #lanes = new PrismaLanes();
  #prisma: PrismaDoor | undefined;
  #begin: string | undefined;

  /** @param replica - what `late` may read; everything else is the primary's. */
  constructor(pool: Pool, replica?: ReadServer) {
    this.#pool = pool;
    this.#replica = replica;
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
   * The same for lists and reports, which may be a moment old: from the replica, where there is one that may answer this caller;
   * otherwise, and when the replica cannot (it is gone, or gave the statement up for its replay), from the primary.
   *
   * @param fromPrimary - what goes on with rows of the primary's, which the replica may not have yet.
   */
  async late<P extends Parameters, R>(
    principal: Principal,
    statement: Statement<P, R>,
    parameters: P,
    fromPrimary = false,
  ): Promise<LateRows<R>> {
    const replica = this.#replica;
    if (replica === undefined) return { rows: await this.many(principal, statement, parameters), isLate: false };
    const late =
      !fromPrimary && (await answeredBy(replica, principal, () => run(replica.pool, principal, statement, parameters)));
    if (late) return { rows: late.answer, isLate: true };
    databaseReads.inc({ server: 'primary' });
    return { rows: await this.many(principal, statement, parameters), isLate: false };
  }

  /**
   * Runs `work` in one READ COMMITTED transaction: committed when it returns, rolled back when it throws.
   *
   * @throws {Problem} `outcome_unknown` when the commit's answer was lost; `service_unavailable` when nothing was committed.
   */
  async transaction<T>(work: (tx: Transaction) => Promise<T>, { isBulk = false }: TransactionOptions = {}): Promise<T> {
    const client = await this.#connect();
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
      // A commit without an answer may have happened: only the caller's key can tell.
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

  async #connect(): Promise<PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw asUnavailable(error);
    }
  }
}

async function begins(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ found: boolean }>(IS_CITUS);
  return rows[0]?.found ? 'begin' : BEGIN_KEEPING_PLANS;
}

/**
 * What the replica answers; undefined when the primary is to be asked. A statement that ran for too long is not asked twice.
 *
 * @throws {Problem} `service_unavailable` for such a statement, or when the primary cannot say whether the replica may answer.
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
