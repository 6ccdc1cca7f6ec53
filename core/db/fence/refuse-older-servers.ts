import pg from 'pg';
import { Problem } from '../../errors/problem.js';
import type { Logger } from '../../logging/logger.js';
import { asUnavailable } from '../unavailable-errors.js';
import { type LogPosition, readServerPosition, type ServerPosition } from './server-position.js';
import { StaleServerError } from './stale-server-error.js';

type Client = Parameters<typeof readServerPosition>[0] & object;

/**
 * Keeps this process off a database server that is older than one it has used: an old primary that returns after a
 * failover without being rewound, or a disk that was restored. Payments that such a server took would be lost, or
 * taken twice.
 *
 * For as long as the process runs, it remembers the cluster's identifier, the highest timeline, and the log position
 * reached on it. A process that has just started has no such memory, and accepts the first server.
 */
export class Fence {
  readonly #logger: Logger;
  #system: string | undefined;
  #highest: LogPosition | undefined;
  readonly #timelines = new WeakMap<object, number>();
  #isPossible = true;
  /** The server that was refused last, so that it is logged only once. */
  #refused: string | undefined;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /**
   * Reads a new connection's position in the cluster's history. If the role lacks the permission, or the server the
   * function, the connection is accepted.
   *
   * @throws {StaleServerError} when this process has seen a later one: the connection must not be used.
   */
  async admit(client: Client, withinMs: number): Promise<void> {
    if (!this.#isPossible) return;
    // Compare with the state when the question was sent: two connections that open at once may be answered in either
    // order.
    const before = this.#highest;
    const sighting = await this.#ask(client, withinMs);
    if (sighting === undefined) return;
    this.#require(sighting, before);
    if (sighting.written !== undefined) this.#timelines.set(client, sighting.written.timeline);
  }

  /** Whether a connection leads to a server that was the primary before a failover that this process has seen. */
  isStale(client: object): boolean {
    const timeline = this.#timelines.get(client);
    return timeline !== undefined && this.#highest !== undefined && timeline < this.#highest.timeline;
  }

  async #ask(client: Client, withinMs: number): Promise<ServerPosition | undefined> {
    try {
      return await readServerPosition(client, withinMs);
    } catch (error) {
      // Any other error may be temporary: this connection is refused, and the next one is checked again.
      if (!(error instanceof pg.DatabaseError && NEVER.has(error.code ?? ''))) throw unavailable(error);
      this.#isPossible = false;
      this.#logger.warn(
        { err: error },
        'the database server does not report its position in its history: an old primary that returns after a failover is not detected',
      );
      return undefined;
    }
  }

  #require(sighting: ServerPosition, before: LogPosition | undefined): void {
    const { system, written } = sighting;
    const problem = this.#problemOf(sighting, before);
    if (problem !== undefined) {
      this.#logRefusal(sighting, problem);
      throw new StaleServerError(problem);
    }
    this.#refused = undefined;
    this.#system = system;
    if (written !== undefined) this.#remember(written);
  }

  #problemOf({ system, written }: ServerPosition, before: LogPosition | undefined): string | undefined {
    if (this.#system !== undefined && system !== this.#system)
      return `the address of the database leads to another cluster (${system}) than before (${this.#system}). If it was moved there, restart every part`;
    const highest = this.#highest;
    if (written === undefined || highest === undefined) return undefined;
    if (written.timeline < highest.timeline) return earlier(written, highest);
    const isSetBack = written.timeline === before?.timeline && written.position < before.position;
    return isSetBack ? earlier(written, before) : undefined;
  }

  #logRefusal({ system, written }: ServerPosition, problem: string): void {
    const server = `${system} ${written?.timeline}`;
    if (server !== this.#refused) this.#logger.error({ problem }, 'a database server is refused');
    this.#refused = server;
  }

  #remember(written: LogPosition): void {
    const highest = this.#highest;
    if (highest !== undefined && written.timeline > highest.timeline) {
      const timelines = { timeline: written.timeline, previous: highest.timeline };
      this.#logger.warn(timelines, 'the database failed over: connections to the previous server are closed');
    }
    if (highest === undefined || isLater(written, highest)) this.#highest = written;
  }
}

/** Permanent refusals of Postgres: no permission for the function, no such function, not available on this server. */
const NEVER: ReadonlySet<string> = new Set(['42501', '42883', '0A000']);

function unavailable(error: unknown): unknown {
  const isUnnamed = error instanceof pg.DatabaseError && asUnavailable(error) === error;
  return isUnnamed ? new Problem('service_unavailable', {}, undefined, { cause: error }) : error;
}

function isLater(one: LogPosition, other: LogPosition): boolean {
  return one.timeline === other.timeline ? one.position > other.position : one.timeline > other.timeline;
}

function earlier(found: LogPosition, known: LogPosition): string {
  return `the address of the database leads to a server that is at ${shown(found)}, earlier than ${shown(known)} where it was before: a primary from before a failover, or one restored to an earlier state. Stop it; if it is the right one, restart every part`;
}

/** The position in Postgres' notation. */
function shown({ timeline, position }: LogPosition): string {
  const hex = (value: number) => value.toString(16).toUpperCase();
  return `timeline ${timeline}, ${hex(Math.floor(position / 2 ** 32))}/${hex(position % 2 ** 32)}`;
}
