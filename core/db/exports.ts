import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream';
import type { Pool, PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Principal } from '../auth/principal.js';
import { Problem } from '../errors/problem.js';
import { tracedStream } from '../telemetry/traced.js';
import { spanOf } from './database.js';
import { withLiterals } from './literal.js';
import type { Parameters, Statement } from './statement.js';
import { asUnavailable } from './unavailable.js';

const PING = { text: 'select 1', query_timeout: 5_000 };

/**
 * The door for what is too long to hold: a registered statement's rows as CSV, straight from COPY. It has connections of
 * its own, few and patient, so that exports and requests never wait for each other.
 */
export class Exports {
  readonly #pool: Pool;
  /** Exports under way, by whoever asked for them. */
  readonly #running = new Map<string, number>();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /**
   * A stream whose first bytes are there. Whoever takes it reads it to its end or destroys it: either frees the connection.
   *
   * @throws {Problem} `service_unavailable` when no connection is to be had, or the caller has all but one of them already; a
   *   failure after the first bytes destroys the stream.
   */
  csv<P extends Parameters>(principal: Principal, statement: Statement<P, unknown>, parameters: P): Promise<Readable> {
    const open = () => this.#open(principal, statement, parameters);
    return tracedStream(statement.name, spanOf(statement.name), open);
  }

  async #open<P extends Parameters>(
    principal: Principal,
    statement: Statement<P, unknown>,
    parameters: P,
  ): Promise<Readable> {
    const text = `copy (${withLiterals(statement, principal, parameters)}) to stdout (format csv, header)`;
    const done = this.#begin(principal.actor);
    const client = await this.#connect().catch((error: unknown) => {
      done();
      throw error;
    });
    const rows = client.query(copyTo(text));
    releaseAfter(rows, client);
    finished(rows, done);
    try {
      await once(rows, 'readable');
    } catch (error) {
      throw asUnavailable(error);
    }
    return rows;
  }

  /** One caller must not take the last connection: others want their reports too. */
  #begin(actor: string): () => void {
    const running = this.#running.get(actor) ?? 0;
    if (running >= Math.max(1, this.#pool.options.max - 1)) throw new Problem('service_unavailable');
    this.#running.set(actor, running + 1);
    return () => {
      const left = (this.#running.get(actor) ?? 1) - 1;
      if (left === 0) this.#running.delete(actor);
      else this.#running.set(actor, left);
    };
  }

  /** A connection that answers: COPY is given all the time it wants, also by a database that has frozen. */
  async #connect(): Promise<PoolClient> {
    try {
      const client = await this.#pool.connect();
      await client.query(PING).catch((error: Error) => {
        client.release(error);
        throw error;
      });
      return client;
    } catch (error) {
      throw asUnavailable(error);
    }
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
