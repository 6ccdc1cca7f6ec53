import type pg from 'pg';
import type { Logger } from '../../logging/logger.js';
import { type Principal, systemPrincipal } from '../../principal/principal.js';
import { derived } from '../columns.js';
import { Database, type ReadServer } from '../database.js';
import { createExportPool, createPool } from '../pool.js';
import { statement } from '../statement.js';
import { isCancelledByReplay } from '../unavailable-errors.js';
import { Freshness } from './freshness.js';
import { RecentWrites } from './recent-writes.js';

const POSITION = derived({ position: 'float8?', system: 'text' });

/** Every commit that was reported to a client is before it, and a replica can reach it. */
const primaryPosition = statement({
  name: 'replica.primary_position',
  unscoped: 'reads_no_rows',
  gives: POSITION,
  text: () => `
    select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::float8 as position,
           (select control.system_identifier::text from pg_control_system() control) as system`,
});

/** Null on a server that is not a replica: the age of its rows is then unknown. */
const replicaPosition = statement({
  name: 'replica.replica_position',
  unscoped: 'reads_no_rows',
  gives: POSITION,
  text: () => `
    select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 end as position,
           (select control.system_identifier::text from pg_control_system() control) as system`,
});

const WATCH = systemPrincipal('replica-watch');
/** Checks per bound: an answer may be as old as the bound, and the check interval uses up part of it. */
const CHECKS_PER_BOUND = 8;
/**
 * The longest pause, even for a long bound: a replica that lagged at the first check is not left unused for minutes.
 */
const LONGEST_PAUSE_MS = 1_000;

export interface ReplicaSource {
  readonly url: string;
  readonly primary: pg.Pool;
  readonly connections: number;
  readonly exportConnections: number;
  /** The maximum age of an answer. */
  readonly maxLagMs: number;
  readonly logger: Logger;
}

/** A streaming replica of the primary that may answer lists, reports and exports while it is fresh enough. */
export class Replica implements ReadServer {
  readonly pool: pg.Pool;
  readonly exportPool: pg.Pool;
  readonly ownWrites: RecentWrites;
  readonly #primary: Database;
  readonly #replica: Database;
  readonly #freshness: Freshness;
  readonly #logger: Logger;
  readonly #pauseMs: number;
  #lastTold: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor({ url, primary, connections, exportConnections, maxLagMs, logger }: ReplicaSource) {
    this.pool = createPool(url, connections, logger, 'replica');
    this.exportPool = createExportPool(url, exportConnections, logger, 'replica exports');
    this.#primary = new Database(primary);
    this.#replica = new Database(this.pool);
    this.ownWrites = new RecentWrites(this.#primary, maxLagMs);
    this.#freshness = new Freshness(maxLagMs);
    this.#logger = logger;
    this.#pauseMs = Math.min(maxLagMs / CHECKS_PER_BOUND, LONGEST_PAUSE_MS);
    this.#check();
  }

  async mayAnswer(principal: Principal): Promise<boolean> {
    if (!this.#isFresh() || (await this.ownWrites.areRecent(principal))) return false;
    return this.#isFresh();
  }

  failed(error: unknown): void {
    if (isCancelledByReplay(error)) return;
    this.#freshness.forget();
    this.#logChange('it fails', error);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const ended = Promise.all([this.pool.end(), this.exportPool.end()]);
    await Promise.all([this.#checking, ended]);
  }

  #isFresh(): boolean {
    return this.#freshness.isFresh(performance.now());
  }

  #check(): void {
    this.#checking = this.#compare().finally(() => {
      if (!this.#isClosed) this.#timer = setTimeout(() => this.#check(), this.#pauseMs).unref();
    });
  }

  async #compare(): Promise<void> {
    try {
      const at = performance.now();
      const primary = await this.#primary.first(WATCH, primaryPosition, {});
      if (primary?.position !== null && primary !== undefined) this.#freshness.notePrimary(at, primary.position);
      const replica = await this.#replica.first(WATCH, replicaPosition, {});
      if (replica === undefined || replica.position === null) return this.#unfit('it is not a replica');
      if (replica.system !== primary?.system) return this.#unfit('it is a replica of another primary');
      this.#freshness.noteReplica(replica.position);
      this.#logChange(this.#isFresh() ? undefined : 'it lags behind');
    } catch (error) {
      this.#logChange('it does not answer', error);
    }
  }

  #unfit(reason: string): void {
    this.#freshness.forget();
    this.#logChange(reason);
  }

  /** Logs each change once. */
  #logChange(reason: string | undefined, error?: unknown): void {
    if (this.#isClosed || reason === this.#lastTold) return;
    this.#lastTold = reason;
    if (reason === undefined) this.#logger.info('the replica answers lists and reports');
    else this.#logger.warn({ reason, err: error }, 'the primary answers lists and reports in place of the replica');
  }
}
