import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { loadConfig } from '../../core/config/load.js';
import { createLogger } from '../../core/logging/logger.js';
import { openResources, type Resources } from '../../runtime/assembly/resources.js';
import { type ApiAnswer, send } from './api.js';
import { type Lender, openLender } from './lender.js';
import { mapConcurrently } from './map-concurrently.js';
import { Product } from './process.js';
import { pause } from './until.js';

/** A cash payment, sent under one key until its outcome is known. */
export interface Order {
  readonly key: string;
  readonly account: string;
  readonly amount: number;
}

interface KeyedWrite {
  readonly path: string;
  readonly key: string;
  readonly body: string;
  readonly withinMs: number;
}

interface Opening {
  /** A migrated, empty database, as its owner. */
  readonly databaseUrl: string;
  /** In addition to the settings of every such product. */
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * The pause between a client's first two requests for the same payment; it doubles, so that many clients leave a slow
 * process time to work.
 */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;

export interface KillOptions {
  /** The number of clients that send each order at once. */
  readonly copies: number;
  readonly kills: number;
  /** The number of orders in flight at once. */
  readonly atATime: number;
  readonly say?: ((line: string) => void) | undefined;
}

/**
 * Records payments in a process that is killed each time the outcome of another share of them is known, so that the
 * next ones are in flight.
 *
 * @returns the responses to each order's copies.
 */
export async function recordWhileKilled(
  product: KillableProduct,
  orders: readonly Order[],
  { copies, kills, atATime, say }: KillOptions,
): Promise<readonly (readonly ApiAnswer[])[]> {
  const marks = Array.from({ length: kills }, (_, kill) => Math.floor(((kill + 1) * orders.length) / (kills + 1)));
  let known = 0;
  let killing = Promise.resolve();
  const answers = await mapConcurrently(orders, atATime, async (order) => {
    const answered = await Promise.all(Array.from({ length: copies }, () => product.record(order)));
    known += 1;
    if (marks.includes(known)) {
      say?.(`killed ${marks.indexOf(known) + 1} of ${kills} times: ${known} of ${orders.length} outcomes are known`);
      killing = killing.then(() => product.killAndStart());
      killing.catch(() => undefined); // every client that waits for the start fails with it
    }
    return answered;
  });
  await killing;
  return answers;
}

/** A stand-in is slow at the first call of each kind, so preparations get longer timeouts. */
const PREPARATION_WAITS_MS = '20000';

/** The whole product in its own process, killed and restarted while a lender's clients record payments. */
export class KillableProduct {
  readonly environment: Readonly<Record<string, string>>;
  /** The product's settings, for the test's work in its own process. */
  readonly resources: Resources;
  readonly lender: Lender;
  readonly sql: pg.Client;
  readonly #dataDir: string;
  readonly #product: Product;
  #started: Promise<string>;
  #token = '';
  #key = '';

  private constructor(open: Pick<KillableProduct, 'environment' | 'resources' | 'lender' | 'sql'>, dataDir: string) {
    ({ environment: this.environment, resources: this.resources, lender: this.lender, sql: this.sql } = open);
    this.#dataDir = dataDir;
    this.#product = new Product({ command: ['start', '--json'], environment: open.environment });
    this.#started = Promise.reject(new Error('it is not started yet'));
    this.#started.catch(() => undefined);
  }

  static async open({ databaseUrl, environment: own = {} }: Opening): Promise<KillableProduct> {
    const dataDir = await mkdtemp(join(tmpdir(), 'tributary-killable-'));
    const environment = {
      NODE_ENV: 'test',
      LOG_LEVEL: 'fatal',
      DATABASE_URL: databaseUrl,
      TRIBUTARY_DATA_DIR: dataDir,
      PORT: '0',
      GRAPHQL_PORT: '0',
      SECURE_PORT: '0',
      RATE_LIMIT_API_PER_MINUTE: '6000000',
      RATE_LIMIT_API_BURST: '1000000',
      RECONCILE_FIRST_DELAY_MS: '50',
      LOAN_SYSTEM_TIMEOUT_MS: '1000',
      LOAN_SYSTEM_SETTLE_AFTER_MS: '300',
      WORKER_LIFE_CHECK_MS: '500',
      ...own,
    };
    const config = await loadConfig({ ...environment, LOAN_SYSTEM_TIMEOUT_MS: PREPARATION_WAITS_MS });
    const resources = await openResources({ config, databaseUrl, logger: createLogger(config.LOG_LEVEL, 'test') });
    const lender = await openLender(resources, '', 'Alder Lending');
    const sql = new pg.Client(databaseUrl);
    await sql.connect();
    return new KillableProduct({ environment, resources, lender, sql }, dataDir);
  }

  /**
   * Clients that send during a restart wait for it, as behind a balancer that finds the next healthy process: its port
   * changes.
   */
  async start(): Promise<void> {
    this.#started = this.#product.startAndReadLine().then((line) => JSON.parse(line).base_url);
    const baseUrl = await this.#started;
    if (this.#token === '') this.#token = await this.#exchanged(baseUrl);
  }

  /** Waits for a start that is under way. */
  baseUrl(): Promise<string> {
    return this.#started;
  }

  async killAndStart(): Promise<void> {
    await this.#product.kill();
    await this.start();
  }

  async #exchanged(baseUrl: string): Promise<string> {
    const { prefix, plaintext } = await this.lender.key();
    this.#key = plaintext;
    const body = JSON.stringify({ grant_type: 'client_credentials', client_id: prefix, client_secret: plaintext });
    const headers = { 'content-type': 'application/json' };
    return (await send(`${baseUrl}/v1/oauth/token`, { method: 'POST', headers, body })).json.access_token;
  }

  /** Acts as a careful client: sends the same key and body again until the outcome is known. */
  record({ account, key, amount }: Order, withinMs = 300_000): Promise<ApiAnswer> {
    const body = JSON.stringify({ amount_cents: amount, payment_method: 'cash' });
    return this.#settle({ path: `/v1/accounts/${account}/payments`, key, body, withinMs });
  }

  /** The same for a reversal. */
  reverse(paymentId: string, key: string, withinMs = 300_000): Promise<ApiAnswer> {
    return this.#settle({ path: `/v1/payments/${paymentId}/reversal`, key, body: '{}', withinMs });
  }

  /** Sends a write once, whatever its answer is. */
  async post(path: string, key: string, body: string): Promise<ApiAnswer> {
    const headers = { ...this.#authorization(), 'content-type': 'application/json', 'idempotency-key': key };
    return send(`${await this.#started}${path}`, { method: 'POST', headers, body });
  }

  /** Reads a path without a version, which takes the API key itself. */
  async get(path: string): Promise<ApiAnswer> {
    return send(`${await this.#started}${path}`, { headers: { authorization: `Bearer ${this.#key}` } });
  }

  async #settle({ path, key, body, withinMs }: KeyedWrite): Promise<ApiAnswer> {
    const end = performance.now() + withinMs;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const answer = await this.post(path, key, body).catch(() => undefined);
      if (answer !== undefined && isKnown(answer)) return answer;
      if (answer?.status === 500) throw new Error(answer.text);
      if (performance.now() > end) throw new Error(`never known: ${answer?.status} ${answer?.text}`);
      await pause(pauseMs);
    }
  }

  #authorization() {
    return { authorization: `Bearer ${this.#token}` };
  }

  async close(): Promise<void> {
    await this.#product.kill('SIGTERM');
    await this.sql.end();
    await this.resources.close();
    await rm(this.#dataDir, { recursive: true, force: true });
  }
}

function isKnown({ status, json }: ApiAnswer): boolean {
  return status === 201 || status === 422 || json?.detail?.error_code === 'payment_not_reversible';
}
