import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream';
import type { Pool, PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { Problem } from '../errors/problem.js';
import type { Principal } from '../principal/principal.js';
import { databaseReads } from '../telemetry/metrics.js';
import { tracedStream } from '../telemetry/traced.js';
import { answeredBy, type ReadServer } from './database.js';
import { atPace, type ExportPace } from './export-pace.js';
import { withLiterals } from './literal.js';
import { spanOf } from './run-statement.js';
import type { Parameters, Statement } from './statement.js';
import { asUnavailable } from './unavailable.js';

const PING = { text: 'select 1', query_timeout: 5_000 };

/**
 * The door for what is too long to hold: a registered statement's rows as CSV, straight from COPY. It has connections of
 * its own, few and patient, so that exports and requests never wait for each other.
 */
export class Exports {
  readonly #pool: Pool;
  readonly #pace: ExportPace;
  readonly #replica: ReadServer | undefined;
  /** Exports under way, by whoever asked for them, and by what such a caller reaches. */
  readonly #running = new Map<string, number>();

  /** @param replica - what is read instead, where it may answer the caller; the primary when it breaks off before the first bytes. */
  constructor(pool: Pool, pace: ExportPace, replica?: ReadServer) {
    this.#pool = pool;
    this.#pace = pace;
    this.#replica = replica;
  }

  /**
   * A stream whose first bytes are there. Whoever takes it reads it to its end or destroys it: either frees the connection. So does
   * who reads too slowly, or for too long.
   *
   * @param asker - whose request it is, where `principal` is the same narrowed to a part of what they reach.
   * @throws {Problem} `service_unavailable` when no connection is to be had, or the caller, or others with the same organizations, have
   *   all but one of them already; a failure after the first bytes destroys the stream.
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
      const rows = atPace(await this.#rows(principal, text), this.#pace);
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

  /** One lender must not take the last connection, with however many keys: others want their reports too. */
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

/** The rows of a COPY, once the first of them are there. */
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

/** A connection that answers: COPY is given all the time it wants, also by a database that has frozen. */
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

/** A COPY that was not read to its end cannot be stopped otherwise: its connection is closed, which ends it. */
function releaseAfter(rows: Readable, client: PoolClient): void {
  // A connection that is lost does not say so to a COPY.
  const onLost = (error?: Error) => rows.destroy(error ?? new Error('the connection ended during an export'));
  client.once('error', onLost).once('end', onLost);
  finished(rows, (error) => {
    client.off('error', onLost).off('end', onLost);
    client.release(error ?? undefined);
  });
}
