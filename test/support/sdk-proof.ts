import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { loadConfig } from '../../core/config/load.js';
import { parseTokenKeys, publicTokenKeys, tokenKeysText } from '../../core/config/token-key-set.js';
import { createLogger } from '../../core/logging/logger.js';
import { Random } from '../../prisma/seed/demo/random.js';
import { openResources } from '../../runtime/assembly/resources.js';
import { type Payment, Tributary, TributaryError } from '../../sdk/src/index.js';
import { addLoanSystem } from './add-loan-system.js';
import { FaultProxy } from './fault-proxy.js';
import { signingKeySet } from './identity.js';
import { openLender } from './lender.js';
import { deployedParts } from './part-keys.js';
import { openStandIn, type RemoteStandIn } from './remote-stand-ins.js';
import { CLIENT_WAITS_MS, type FaultProxies, SETTLE_AFTER_MS, sdkFaults } from './sdk-faults.js';
import { openSplitInstance, type SplitInstance } from './split-instance.js';
import { pause } from './until.js';

const LOANS = 50;
const PRINCIPAL_CENTS = 100_000_000;
const CODE = 'core';
/** As many as an integrator's processes might have in flight; more than one loan system is configured for at once. */
const AT_A_TIME = 100;

export interface ProofOptions {
  /** A migrated, empty database, as its owner and as the product's role. */
  readonly database: { readonly url: string; readonly runUrl: string };
  readonly payments: number;
  /** How many faults happen while payments are in flight. */
  readonly mishaps: number;
  readonly seed: number;
  readonly say?: (line: string) => void;
}

/** The result at the end. */
export interface Proof {
  readonly mishaps: readonly string[];
  /** Payments by their status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Payments that were posted under several references, or under none. */
  readonly notOnce: number;
  /** Payments in the loan system's books. */
  readonly inTheBooks: number;
  /** In cents: the amount to collect, and the amount in the books. */
  readonly wanted: number;
  readonly booked: number;
  /** Keys with an unknown outcome. */
  readonly openKeys: number;
  /** Payments that were sent again under another key after a definite failure. */
  readonly begunAnew: number;
  /** Calls that ended with an error of the client's, and were repeated with their key. */
  readonly calledAgain: Readonly<Record<string, number>>;
  /** Requests that the client stopped waiting for. */
  readonly givenUp: number;
  readonly seconds: number;
}

/** One payment by a borrower: to be recorded once, whatever happens. */
interface Act {
  readonly account: string;
  readonly amountCents: number;
  readonly reference: string;
}

/** Records payments through the client while parts and a loan system are killed, hung and reset in turn, by a seed. */
export async function proveSdk(options: ProofOptions): Promise<Proof> {
  const stops: (() => Promise<unknown>)[] = [];
  try {
    return await proven(options, (stop) => stops.push(stop));
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

async function proven(options: ProofOptions, atEnd: (stop: () => Promise<unknown>) => void): Promise<Proof> {
  const { database, say = () => undefined } = options;
  const wires: FaultProxies = {
    rest: await FaultProxy.open(),
    gateway: await FaultProxy.open(),
    payments: await FaultProxy.open(),
    loanSystem: await FaultProxy.open(),
  };
  atEnd(() => Promise.all(Object.values(wires).map((wire) => wire.close())));
  const system = await openStandIn('fineract', false);
  atEnd(() => system.close());
  wires.loanSystem.forwardTo(system.baseUrl);
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-sdk-proof-'));
  atEnd(() => rm(dataDir, { recursive: true, force: true }));
  const environment = environmentOf(database.runUrl, dataDir, system);
  const { apiKey, accounts } = await furnish(environment, system, wires.loanSystem.origin);
  const apart = await startParts(environment, wires);
  atEnd(() => apart.stop());
  const sql = new pg.Pool({ connectionString: database.url, max: 2 });
  atEnd(() => sql.end());
  const hurrying = setInterval(() => void hurry(sql), 1_000);
  atEnd(async () => clearInterval(hurrying));

  let givenUp = 0;
  const patient: typeof fetch = (...sent) =>
    fetch(...sent).catch((error: unknown) => {
      if (sent[1]?.signal?.aborted) givenUp += 1;
      throw error;
    });
  const settings = { baseUrl: wires.rest.origin, apiKey, fetch: patient };
  const tributary = new Tributary({ ...settings, timeoutMs: CLIENT_WAITS_MS, deadlineMs: 60_000 });
  const acts = Array.from({ length: options.payments }, (_, n) => ({
    account: accounts[n % accounts.length] ?? '',
    amountCents: 1_000 + n,
    reference: `receipt ${n}`,
  }));
  const began = performance.now();
  const told: string[] = [];
  const collector = new Collector(tributary);
  const collecting: Promise<void>[] = [];
  const random = new Random(options.seed);
  const share = Math.ceil(acts.length / options.mishaps);
  for (const mishap of sdkFaults(random, apart, wires)) {
    // Half of each share is in flight when the next fault happens; the other half starts during it.
    const collect = (count: number) => collecting.push(...acts.splice(0, count).map((act) => collector.collect(act)));
    collect(Math.ceil(share / 2));
    await pause(random.between(20, 200));
    say(mishap.name);
    const over = mishap.happen();
    collect(Math.floor(share / 2));
    await over;
    told.push(mishap.name);
    if (told.length === options.mishaps) break;
  }
  say('no more faults; waiting for unknown outcomes');
  await Promise.all(collecting);
  const found = await look(sql, system);
  const wanted = options.payments * 1_000 + (options.payments * (options.payments - 1)) / 2;
  const seconds = Math.round((performance.now() - began) / 1_000);
  const { begunAnew, calledAgain } = collector;
  return { mishaps: told, ...found, wanted, begunAnew, calledAgain: Object.fromEntries(calledAgain), givenUp, seconds };
}

/** An integrator's code for recording each payment once: one key per payment, kept until the outcome is known. */
class Collector {
  begunAnew = 0;
  readonly calledAgain = new Map<string, number>();
  readonly #tributary: Tributary;
  readonly #waiting: (() => void)[] = [];
  #free = AT_A_TIME;

  constructor(tributary: Tributary) {
    this.#tributary = tributary;
  }

  async collect(act: Act): Promise<void> {
    if (this.#free === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#free -= 1;
    await this.#collect(act);
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }

  async #collect(act: Act): Promise<void> {
    for (;;) {
      if ((await this.#recorded(act, randomUUID()))?.status === 'posted') return;
      // It failed definitely: the borrower's money is still to be recorded.
      this.begunAnew += 1;
    }
  }

  /** Undefined: it was refused, so that nothing was posted. */
  async #recorded({ account, amountCents, reference }: Act, idempotencyKey: string): Promise<Payment | undefined> {
    const body = { amount_cents: amountCents, payment_method: 'cash', external_reference: reference } as const;
    for (;;) {
      try {
        return await this.#tributary.payments.recordAndWait(account, body, { idempotencyKey });
      } catch (error) {
        if (!(error instanceof TributaryError)) throw error;
        if (error.code === 'servicing_rejected') return undefined;
        if (error.status !== undefined && error.status < 500 && error.code !== 'idempotency_in_progress') throw error;
        this.calledAgain.set(error.code, (this.calledAgain.get(error.code) ?? 0) + 1);
      }
    }
  }
}

function environmentOf(databaseUrl: string, dataDir: string, system: RemoteStandIn): Record<string, string> {
  return {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: databaseUrl,
    TRIBUTARY_DATA_DIR: dataDir,
    PUBLIC_URL: 'http://127.0.0.1',
    RATE_LIMIT_API_PER_MINUTE: '6000000',
    RATE_LIMIT_API_BURST: '1000000',
    RECONCILE_FIRST_DELAY_MS: '100',
    LOAN_SYSTEM_TIMEOUT_MS: '1000',
    LOAN_SYSTEM_BREAK_MS: '50',
    LOAN_SYSTEM_SETTLE_AFTER_MS: String(SETTLE_AFTER_MS),
    ...system.environment,
  };
}

/** A lender with loans in the stand-in, added and synced by the product's own services. */
async function furnish(environment: Readonly<Record<string, string>>, system: RemoteStandIn, origin: string) {
  const config = await loadConfig({ ...environment, LOAN_SYSTEM_TIMEOUT_MS: '20000' });
  const databaseUrl = environment['DATABASE_URL'] ?? '';
  const resources = await openResources({ config, databaseUrl, logger: createLogger('silent', 'proof') });
  try {
    for (let made = 0; made < LOANS; made += 1) system.makeLoan(PRINCIPAL_CENTS);
    const lender = await openLender(resources, '', 'Alder Lending');
    const baseUrl = system.baseUrl.replace(new URL(system.baseUrl).origin, origin);
    await addLoanSystem(resources, system, { code: CODE, organizationId: lender.organizationId, baseUrl });
    const { rows } = await resources.pool.query('select id from account where loan_system_code = $1', [CODE]);
    const { plaintext } = await lender.key(['external_payments:read', 'external_payments:write']);
    return { apiKey: plaintext, accounts: rows.map(({ id }): string => id) };
  } finally {
    await resources.close();
  }
}

/** The components that a payment passes, each part in its own process behind a proxy. */
async function startParts(environment: Readonly<Record<string, string>>, wires: FaultProxies): Promise<SplitInstance> {
  const parts = deployedParts();
  const TOKEN_SIGNING_KEYS = await signingKeySet('proof');
  const TOKEN_VERIFICATION_KEYS = tokenKeysText(publicTokenKeys(parseTokenKeys(TOKEN_SIGNING_KEYS)));
  const { INTERNAL_VERIFICATION_KEYS } = parts.settingsOf('rest');
  const apart = await openSplitInstance(
    { ...environment, TOKEN_VERIFICATION_KEYS, INTERNAL_VERIFICATION_KEYS },
    {
      rest: {
        ...parts.settingsOf('rest'),
        TOKEN_SIGNING_KEYS,
        GATEWAY_URL: wires.gateway.origin,
        SUBGRAPH_PAYMENTS_URL: wires.payments.origin,
      },
      gateway: { ...parts.settingsOf('gateway'), SUBGRAPH_PAYMENTS_URL: wires.payments.origin },
      worker: parts.settingsOf('worker'),
    },
    ['secure', 'servicing', 'reporting', 'messaging'],
  );
  wires.rest.forwardTo(apart.baseUrl);
  wires.gateway.forwardTo(apart.gatewayUrl);
  wires.payments.forwardTo(apart.paymentsUrl);
  return apart;
}

/**
 * Pauses between two lookups double, and lookups fail here too, so lookups that no process holds are made due sooner.
 */
async function hurry(sql: pg.Pool): Promise<void> {
  await sql.query(
    `update graphile_worker._private_jobs set run_at = now() where locked_at is null and run_at > now() and payload->>'id' in
       (select id from collected_payment where status in ('pending', 'pending_confirmation') and coalesce(reference_lease_until, lease_until) < now())`,
  );
}

async function look(sql: pg.Pool, system: RemoteStandIn) {
  const counted = await sql.query('select status, count(*)::int as count from collected_payment group by status');
  const acts = await sql.query(
    `select count(*)::int as count from
       (select 1 from collected_payment group by external_reference having count(*) filter (where status = 'posted') <> 1) other`,
  );
  const keys = await sql.query(`select count(*)::int as count from idempotency_record where state = 'in_progress'`);
  const amounts = system.loans().flatMap((loan) => Object.values(system.booksOf(loan).payments));
  return {
    statuses: Object.fromEntries(counted.rows.map(({ status, count }): [string, number] => [status, count])),
    notOnce: Number(acts.rows[0].count),
    inTheBooks: amounts.length,
    booked: amounts.reduce((sum, amount) => sum + amount, 0),
    openKeys: Number(keys.rows[0].count),
  };
}
