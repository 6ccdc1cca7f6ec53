import type { PoolClient } from 'pg';
import { type Principal, requireOrganization } from '../principal/principal.js';
import { tracedCall } from '../telemetry/tracing.js';
import { type CopiedRow, type CopyTarget, copyRows } from './copy-rows.js';
import type { CopiedValue } from './copy-text.js';
import type { ScopedModels } from './prisma.js';
import type { PrismaClientPool, PrismaInTransaction } from './prisma-in-transaction.js';
import { run, spanOf } from './run-statement.js';
import type { FieldOf, Model } from './sql-types.js';
import type { Parameters, Statement } from './statement.js';
import { asUnavailable } from './unavailable-errors.js';

/** One connection for the duration of a transaction: the implementation of `Transaction`. */
export class ClientTransaction {
  readonly inTransaction = true;
  readonly #client: PoolClient;
  readonly #lanes: PrismaClientPool;
  readonly #afterCommit: (() => void)[] = [];
  #prisma: PrismaInTransaction | undefined;
  #isOver = false;

  readonly #patienceMs: number | undefined;

  /** @param patienceMs - the timeout of each statement in milliseconds, if longer than usual */
  constructor(client: PoolClient, lanes: PrismaClientPool, patienceMs: number | undefined) {
    this.#client = client;
    this.#lanes = lanes;
    this.#patienceMs = patienceMs;
  }

  async during<T>(work: (tx: ClientTransaction) => Promise<T>): Promise<T> {
    try {
      return await work(this);
    } finally {
      this.#isOver = true;
      await this.#prisma?.end();
    }
  }

  models(principal: Principal): ScopedModels {
    this.#requireOpen();
    this.#prisma ??= this.#lanes.begin(this.#client);
    return this.#prisma.scopedTo(principal);
  }

  many<P extends Parameters, R>(principal: Principal, statement: Statement<P, R>, parameters: P): Promise<R[]> {
    this.#requireOpen();
    return run(this.#client, principal, statement, parameters, this.#patienceMs);
  }

  async copy<M extends Model, F extends readonly FieldOf<M>[]>(
    principal: Principal,
    target: CopyTarget<M, F>,
    organizationId: string,
    rows: Iterable<CopiedRow<M, F> & readonly CopiedValue[]>,
  ): Promise<void> {
    this.#requireOpen();
    requireOrganization(principal, organizationId);
    try {
      await tracedCall(target.name, spanOf(target.name), () => copyRows(this.#client, target, organizationId, rows));
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  /** After the end, the connection may belong to another transaction. */
  #requireOpen(): void {
    if (this.#isOver) throw new Error('the transaction has ended');
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
