import { LRUCache } from 'lru-cache';
import type { Principal } from '../../principal/principal.js';
import { derived } from '../columns.js';
import type { Database } from '../database.js';
import { inserted, overwritten, sql } from '../insert-sql.js';
import { statement } from '../statement.js';

const markWrite = statement({
  name: 'replica.mark_write',
  unscoped: 'table_without_organizations',
  takes: { client: 'ClientWrite.client', forMs: 'float8' },
  text: ({ p }) => {
    const until = sql(`clock_timestamp() + ${p.forMs}::float8 * interval '1 millisecond'`);
    const { into, values } = inserted('ClientWrite', { client: p.client, until }, 'w');
    return `
    insert into ${into} values (${values})
    on conflict (client) do update set ${overwritten('ClientWrite', ['until'])} where w.until < excluded.until`;
  },
});

const hasWritten = statement({
  name: 'replica.has_written',
  unscoped: 'table_without_organizations',
  takes: { client: 'ClientWrite.client' },
  gives: derived({ isRecent: 'bool' }),
  text: ({ p }) => `select w.until > clock_timestamp() as "isRecent" from client_write w where w.client = ${p.client}`,
});

/**
 * How long a mark lasts beyond the bound, so that a busy client is marked every few seconds rather than at each
 * write.
 */
const BEYOND_MS = 10_000;
const CLIENTS_IN_MEMORY = 10_000;

/**
 * Records clients that wrote so recently that a replica may lack the write. Such a client reads the primary, through
 * any process: its mark is a row in the primary, written before the write begins, so that no crash in between can
 * lose it.
 */
export class RecentWrites {
  readonly #primary: Database;
  readonly #boundMs: number;
  readonly #now: () => number;
  /** When the marks that this process made expire. */
  readonly #marked = new LRUCache<string, number>({ max: CLIENTS_IN_MEMORY });

  /** @param boundMs - the maximum age of a replica's answer: a mark must last that long after a write is answered. */
  constructor(primary: Database, boundMs: number, now: () => number = () => performance.now()) {
    this.#primary = primary;
    this.#boundMs = boundMs;
    this.#now = now;
  }

  /**
   * Runs a client's write with its mark checked before and after: a slow write has its mark renewed before it is
   * answered.
   *
   * @throws {Problem} `service_unavailable` when the mark cannot be made: then nothing was written.
   */
  async around<T>(principal: Principal, write: () => Promise<T>): Promise<T> {
    await this.#mark(principal, this.#boundMs + BEYOND_MS / 2);
    const answer = await write();
    // The completed write is answered even if the renewal fails: without the primary no list is answered either.
    await this.#mark(principal, this.#boundMs).catch(() => undefined);
    return answer;
  }

  /** @throws {Problem} `service_unavailable` when the primary does not answer. */
  async areRecent(principal: Principal): Promise<boolean> {
    const client = clientOf(principal);
    if ((this.#marked.get(client) ?? 0) > this.#now()) return true;
    return (await this.#primary.first(principal, hasWritten, { client }))?.isRecent === true;
  }

  /** Makes the client's mark last at least this long. */
  async #mark(principal: Principal, leastMs: number): Promise<void> {
    const client = clientOf(principal);
    const before = this.#now();
    if ((this.#marked.get(client) ?? 0) >= before + leastMs) return;
    const forMs = this.#boundMs + BEYOND_MS;
    await this.#primary.many(principal, markWrite, { client, forMs });
    this.#marked.set(client, before + forMs);
  }
}

/** One key or one operator: two issuers may use the same name for different people. */
function clientOf({ kind, issuer = '', actor }: Principal): string {
  return JSON.stringify([kind, issuer, actor]);
}
