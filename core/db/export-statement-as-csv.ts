import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream';
import type { Pool, PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { Problem } from '../errors/problem.js';
import type { Principal } from '../principal/principal.js';
import { databaseReads } from '../telemetry/metrics.js';
import { tracedStream } from '../telemetry/tracing.js';
import { cutOffSlowReader, type ExportPace } from './cut-off-slow-export.js';
import { answeredBy, type ReadServer } from './database.js';
import { spanOf } from './run-statement.js';
import type { Parameters, Statement } from './statement.js';
import { withLiterals } from './statement-literals.js';
import { asUnavailable } from './unavailable-errors.js';

const PING = { text: 'select 1', query_timeout: 5_000 };

/**
 * Exports results that are too long to hold in memory: a registered statement's rows as CSV, straight from COPY. It
 * has a few connections of its own, with long time limits, so that exports and requests never wait for each other.
 */
export class Exports {
  readonly #pool: Pool;
  readonly #pace: ExportPace;
  readonly #replica: ReadServer | undefined;
  /** Running exports, by caller and by the caller's organizations. */
  readonly #running = new Map<string, number>();

  /**
   * @param replica - read instead of the primary where it may answer the caller; if it fails before the first bytes,
   * the primary is used.
   */
  constructor(pool: Pool, pace: ExportPace, replica?: ReadServer) {
    this.#pool = pool;
    this.#pace = pace;
    this.#replica = replica;
  }

  /**
   * A stream whose first bytes have arrived. The consumer must read it to its end or destroy it: either frees the
   * connection. A consumer that reads too slowly, or for too long, is cut off.
   *
   * @param asker - the original caller, where `principal` is the same caller narrowed to a part of its organizations.
   * @throws {Problem} `service_unavailable` when no connection is available, or when the caller, or callers with the
   * same organizations, already use all but one; a failure after the first bytes destroys the stream.
   */
  csv<P extends Parameters>(
    principal: Principal,
    statement: Statement<P, unknown>,
    parameters: P,
    asker = principal,
  ): Promise<Readable> {
    const open = () => this.#open(principal, statement, parameters, asker);
    return tracedStream(statement.name, spanOf(statement.name), open);
  }

  async #open<P extends Parameters>(
    principal: Principal,
    statement: Statement<P, unknown>,
    parameters: P,
    asker: Principal,
  ): Promise<Readable> {
    const text = `copy (${withLiterals(statement, principal, parameters)}) to stdout (format csv, header)`;
    const done = this.#begin(asker);
    try {
      const rows = cutOffSlowReader(await this.#rows(principal, text), this.#pace);
      finished(rows, done);
      return rows;
    } catch (error) {
      done();
      throw error;
    }
  }

  async #rows(principal: Principal, text: string): Promise<Readable> {
    const replica = this.#replica;
    if (replica === undefined) return copied(this.#pool, text);
    const late = await answeredBy(replica, principal, () => copied(replica.exportPool, text));
    if (late) return late.answer;
    databaseReads.inc({ server: 'primary' });
    return copied(this.#pool, text);
  }

  /** One lender must not take the last connection, with however many keys, so that others can also export. */
  #begin({ actor, organizationIds }: Principal): () => void {
    const reach = organizationIds === 'all' ? organizationIds : organizationIds.toSorted().join();
    const takers = [`actor ${actor}`, `reach ${reach}`];
    const most = Math.max(1, this.#pool.options.max - 1);
    if (takers.some((taker) => this.#of(taker) >= most)) throw new Problem('service_unavailable');
    for (const taker of takers) this.#running.set(taker, this.#of(taker) + 1);
    return () => {
      for (const taker of takers) {
        const left = this.#of(taker) - 1;
        if (left === 0) this.#running.delete(taker);
        else this.#running.set(taker, left);
      }
    };
  }

  #of(taker: string): number {
    return this.#running.get(taker) ?? 0;
  }
}

/** The rows of a COPY, once the first ones have arrived. */
async function copied(pool: Pool, text: string): Promise<Readable> {
  const client = await connected(pool);
  const rows = client.query(copyTo(text));
  releaseAfter(rows, client);
  try {
    await once(rows, 'readable');
  } catch (error) {
    throw asUnavailable(error);
  }
  return rows;
}

/** A connection that has answered: COPY has no time limit, so a frozen database must be detected before it. */
async function connected(pool: Pool): Promise<PoolClient> {
  try {
    const client = await pool.connect();
    await client.query(PING).catch((error: Error) => {
      client.release(error);
      throw error;
    });
    return client;
  } catch (error) {
    throw asUnavailable(error);
  }
}

/** A COPY that is not read to its end cannot be stopped otherwise: closing its connection ends it. */
function releaseAfter(rows: Readable, client: PoolClient): void {
  // COPY is not notified when its connection is lost.
  const onLost = (error?: Error) => rows.destroy(error ?? new Error('the connection ended during an export'));
  client.once('error', onLost).once('end', onLost);
  finished(rows, (error) => {
    client.off('error', onLost).off('end', onLost);
    client.release(error ?? undefined);
  });
}
