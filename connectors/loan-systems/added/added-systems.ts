import type { Database } from '../../../core/db/database.js';
import { type Listening, listen } from '../../../core/db/notifications.js';
import { systemPrincipal } from '../../../core/principal/principal.js';
import type { LoanSystem } from '../../../loan-model/port.js';
import { CallWatch, type LastCall } from '../call-watch.js';
import { forgetCircuits, type GuardOptions, guarded } from '../guard.js';
import type { ChangingSystems } from '../registry.js';
import {
  MOST_AT_ONCE,
  type OpenedSystem,
  type RemoteConfiguration,
  type RemoteKind,
  type RemoteSurroundings,
} from '../remote.js';
import { activeLedgers, activeRemoteSystems, LOAN_SYSTEMS_CHANNEL } from './added-systems.store.js';

export interface AddedSystemsParts extends RemoteSurroundings {
  readonly db: Database;
  readonly kinds: Readonly<Record<string, RemoteKind>>;
  /** Overrides each system's own figure. */
  readonly settleAfterMs: number | undefined;
  readonly breakMs: number;
  /** For who works on one system alone: the others are not set up, nor is it told what they lack. */
  readonly only?: string;
}

interface Kept {
  /** What it was made of; while that stays, it stays, and its circuit breaker with it. */
  readonly mark: string;
  readonly opened: OpenedSystem | undefined;
  readonly guarded: LoanSystem | undefined;
  /** Why it cannot be set up here; empty: it is. */
  readonly problems: readonly string[];
  readonly watch: CallWatch;
}

/** What this process sees of a loan system. */
export interface SystemSight {
  readonly code: string;
  readonly problems: readonly string[];
  readonly lastCall: LastCall | undefined;
  readonly isBroken: boolean;
}

/** How often the table is read in case that a word about a change was missed. */
const READ_AGAIN_EVERY_MS = 30_000;
/** Calls that an old set-up may still have in flight when its settings change. */
const CLOSE_AFTER_MS = 60_000;

const LOAN_SYSTEMS = systemPrincipal('loan-systems');

/**
 * The loan systems that were added, each behind a timeout, a circuit breaker and a bulkhead of its own. One that cannot be set
 * up, for want of a secret for example, is logged and left out; the others run on.
 */
export class AddedSystems implements ChangingSystems {
  readonly #parts: AddedSystemsParts;
  #kept: ReadonlyMap<string, Kept> = new Map();
  #ledgers: ReadonlySet<string> = new Set();
  #reading: Promise<void> | undefined;
  #wanted = false;
  readonly #closing = new Set<NodeJS.Timeout>();

  constructor(parts: AddedSystemsParts) {
    this.#parts = parts;
  }

  get(code: string): LoanSystem | undefined {
    return this.#kept.get(code)?.guarded;
  }

  isLedger(code: string): boolean {
    return this.#ledgers.has(code);
  }

  /** How each fares here, as of now. */
  sights(): readonly SystemSight[] {
    return [...this.#kept].map(([code, { problems, watch }]) => {
      const { lastCall, isBroken } = watch;
      return { code, problems, lastCall, isBroken };
    });
  }

  /** Reads the table. A database that does not answer leaves everything as it is. One reading at a time, the last wish heard. */
  refresh(): Promise<void> {
    this.#wanted = true;
    this.#reading ??= this.#readWhileWanted().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /** Keeps up with the table until closed. */
  watch(databaseUrl: string): Listening {
    const again = () => void this.refresh();
    const { logger } = this.#parts;
    const heard = listen({
      connectionString: databaseUrl,
      channel: LOAN_SYSTEMS_CHANNEL,
      onMessage: again,
      onGap: again,
      logger,
    });
    const timer = setInterval(again, READ_AGAIN_EVERY_MS);
    timer.unref();
    return {
      close: async () => {
        clearInterval(timer);
        await heard.close();
        await this.close();
      },
    };
  }

  async close(): Promise<void> {
    await this.#reading;
    for (const timer of this.#closing) clearTimeout(timer);
    await Promise.all([...this.#kept.values()].map(({ opened }) => opened?.close()));
    this.#kept = new Map();
  }

  async #readWhileWanted(): Promise<void> {
    const { db, kinds, only, logger } = this.#parts;
    while (this.#wanted) {
      this.#wanted = false;
      try {
        const models = db.models(LOAN_SYSTEMS);
        const active = await activeRemoteSystems(models, Object.keys(kinds));
        this.#ledgers = new Set(await activeLedgers(models));
        this.#keep(active.filter(({ code }) => only === undefined || code === only));
      } catch (error) {
        logger.warn({ err: error }, 'the loan systems could not be read; those that are known stay');
        return;
      }
    }
  }

  #keep(configurations: readonly RemoteConfiguration[]): void {
    const before = this.#kept;
    this.#kept = new Map(
      configurations.map((configuration) => {
        const known = before.get(configuration.code);
        const mark = this.#markOf(configuration);
        return [configuration.code, known?.mark === mark ? known : { mark, ...this.#open(configuration) }];
      }),
    );
    for (const [code, { opened }] of before) {
      if (opened !== undefined && this.#kept.get(code)?.opened !== opened) this.#closeLater(opened);
      if (!this.#kept.has(code)) forgetCircuits(code);
    }
  }

  /** A secret that was changed makes another system of it too. */
  #markOf(configuration: RemoteConfiguration): string {
    const secrets = Object.values(configuration.secretEnv).map((name) => this.#parts.secretOf(name) ?? null);
    return JSON.stringify([configuration, secrets]);
  }

  #open(configuration: RemoteConfiguration): Omit<Kept, 'mark'> {
    const { kinds, timeoutMs, settleAfterMs, breakMs, clock, logger } = this.#parts;
    const { code, kind } = configuration;
    const opened = kinds[kind]?.open(configuration, this.#parts) ?? [`there is no kind ${kind}`];
    const watch = new CallWatch(clock);
    if ('system' in opened) {
      const limits = { timeoutMs, settleAfterMs, breaks: true, breakMs, mostCalls: MOST_AT_ONCE };
      const guard: GuardOptions = { ...limits, observer: watch, logger };
      return { opened, guarded: guarded(opened.system, guard), problems: [], watch };
    }
    logger.error({ loan_system: code, problems: opened }, 'a loan system cannot be set up: it is unavailable');
    return { opened: undefined, guarded: undefined, problems: opened, watch };
  }

  #closeLater(opened: OpenedSystem): void {
    const timer = setTimeout(() => {
      this.#closing.delete(timer);
      void opened.close();
    }, CLOSE_AFTER_MS);
    timer.unref();
    this.#closing.add(timer);
  }
}
