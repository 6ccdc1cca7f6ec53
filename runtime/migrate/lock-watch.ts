import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const LOOK_EVERY_MS = 250;

const HOLDERS = `
  select holder.pid, activity.application_name as application, activity.state,
         to_char(activity.xact_start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since
    from unnest(pg_blocking_pids($1)) as holder(pid)
    left join pg_stat_activity activity on activity.pid = holder.pid
   order by holder.pid`;

/**
 * A prepared transaction has only the pid 0; the activity of another role's session, and when it began, may be hidden.
 */
interface Holder {
  readonly pid: number;
  readonly application: string | null;
  readonly state: string | null;
  readonly since: string | null;
}

/** Watches from a separate connection what a session waits for, and reports each holder once. */
export class LockWatch {
  readonly #databaseUrl: string;
  readonly #say: (line: string) => void;
  readonly #reported = new Set<string>();
  #client: Promise<pg.Client> | undefined;
  #last = 'another session';

  constructor(databaseUrl: string, say: (line: string) => void) {
    this.#databaseUrl = databaseUrl;
    this.#say = say;
  }

  /** The last known holder of the awaited lock. */
  get lastHolders(): string {
    return this.#last;
  }

  /** Watches the session `pid` while the work runs. */
  async during<T>(pid: number, what: string, work: () => Promise<T>): Promise<T> {
    const done = new AbortController();
    // Reporting the holder is optional: if it cannot be read, the work continues.
    const watching = this.#watch(pid, what, done.signal).catch(() => undefined);
    try {
      return await work();
    } finally {
      done.abort();
      await watching;
    }
  }

  async close(): Promise<void> {
    await this.#client?.then((client) => client.end()).catch(() => undefined);
  }

  async #watch(pid: number, what: string, done: AbortSignal): Promise<void> {
    for (;;) {
      await sleep(LOOK_EVERY_MS, undefined, { signal: done });
      const holders = await this.#holdersOf(pid);
      if (holders.length === 0) continue;
      this.#last = holders.map(described).join(' and ');
      const key = `${what} ${holders.map((holder) => holder.pid).join()}`;
      if (!this.#reported.has(key)) this.#say(`${what} waits for ${this.#last}`);
      this.#reported.add(key);
    }
  }

  async #holdersOf(pid: number): Promise<readonly Holder[]> {
    this.#client ??= connect(this.#databaseUrl);
    return (await (await this.#client).query<Holder>(HOLDERS, [pid])).rows;
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: 'tributary migrate (watch)',
    query_timeout: 2_000,
    connectionTimeoutMillis: 2_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

function described({ pid, application, state, since }: Holder): string {
  const name = application === null || application === '' ? 'unnamed' : application;
  const begun = since === null ? '' : `, in a transaction since ${since}`;
  return `process ${pid} of Postgres (${name}, ${state ?? 'activity hidden'}${begun})`;
}
