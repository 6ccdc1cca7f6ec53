import { LRUCache } from 'lru-cache';
import type { Principal } from '../../principal/principal.js';
import { derived } from '../columns.js';
import type { Database } from '../database.js';
import { statement } from '../statement.js';
import { inserted, overwritten, sql } from '../written.js';

const markWrite = statement({
  name: 'replica.mark_write',
  unscoped: 'a mark of the caller’s own',
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
  unscoped: 'a mark of the caller’s own',
  takes: { client: 'ClientWrite.client' },
  gives: derived({ isRecent: 'bool' }),
  text: ({ p }) => `select w.until > clock_timestamp() as "isRecent" from client_write w where w.client = ${p.client}`,
});

/** How long beyond its bound a mark holds, so that a client that goes on writing is marked every few seconds, not at each write. */
const BEYOND_MS = 10_000;
const CLIENTS_IN_MEMORY = 10_000;

/**
 * Who has written so lately that a replica may lack it. Such a client reads the primary, whichever process it wrote through: its
 * mark is a row of the primary's, written before the write begins, so that nothing that happens in between can leave it out.
 */
export class OwnWrites {
  readonly #primary: Database;
  readonly #boundMs: number;
  readonly #now: () => number;
  /** Until when the marks hold that this process has made. */
  readonly #marked = new LRUCache<string, number>({ max: CLIENTS_IN_MEMORY });

  /** @param boundMs - how old a replica's answer may be at most: for as long a mark must hold when a write is answered. */
  constructor(primary: Database, boundMs: number, now: () => number = () => performance.now()) {
    this.#primary = primary;
    this.#boundMs = boundMs;
    this.#now = now;
  }

  /**
   * Does a client's write between two looks at its mark: one that took long has its mark renewed before it is answered.
   *
   * @throws {Problem} `service_unavailable` when the mark cannot be made: then nothing was done.
   */
  async around<T>(principal: Principal, write: () => Promise<T>): Promise<T> {
    await this.#mark(principal, this.#boundMs + BEYOND_MS / 2);
    const answer = await write();
    // What was done is answered, whatever becomes of a renewal: without the primary no list is answered either.
    await this.#mark(principal, this.#boundMs).catch(() => undefined);
    return answer;
  }

  /** @throws {Problem} `service_unavailable` when the primary cannot say it. */
  async areRecent(principal: Principal): Promise<boolean> {
    const client = clientOf(principal);
    if ((this.#marked.get(client) ?? 0) > this.#now()) return true;
    return (await this.#primary.first(principal, hasWritten, { client }))?.isRecent === true;
  }

  /** Makes the client's mark hold for at least this long. */
  async #mark(principal: Principal, leastMs: number): Promise<void> {
    const client = clientOf(principal);
    const before = this.#now();
    if ((this.#marked.get(client) ?? 0) >= before + leastMs) return;
    const forMs = this.#boundMs + BEYOND_MS;
    await this.#primary.many(principal, markWrite, { client, forMs });
    this.#marked.set(client, before + forMs);
  }
}

/** One key or one operator: two issuers may call two people the same. */
function clientOf({ kind, issuer = '', actor }: Principal): string {
  return JSON.stringify([kind, issuer, actor]);
}
