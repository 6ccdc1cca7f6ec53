import type { Database } from '../../../core/db/database.js';
import { type Listening, listen } from '../../../core/db/listen-for-notifications.js';
import { systemPrincipal } from '../../../core/principal/principal.js';
import type { LoanSystem } from '../../../loan-model/port.js';
import { CallWatch, type LastCall } from '../last-call-and-breaker-state.js';
import { forgetCircuits, type GuardOptions, guarded } from '../loan-system-with-circuit-breaker.js';
import type { ChangingSystems } from '../registry.js';
import {
  MOST_AT_ONCE,
  type OpenedSystem,
  type RemoteConfiguration,
  type RemoteDependencies,
  type RemoteKind,
} from '../remote-kind.js';
import { activeLedgers, activeRemoteSystems, LOAN_SYSTEMS_CHANNEL } from './added-systems.reads.store.js';

export interface AddedSystemsParts extends RemoteDependencies {
  readonly db: Database;
  readonly kinds: Readonly<Record<string, RemoteKind>>;
  /** Overrides each system's own value. */
  readonly settleAfterMs: number | undefined;
  readonly breakMs: number;
  /** Set by a command that works on one system: the others are not set up, and their problems are not logged. */
  readonly only?: string;
}

interface Kept {
  /**
   * The configuration and secrets from which it was opened; while they stay the same, the system and its circuit
   * breaker are kept.
   */
  readonly mark: string;
  readonly opened: OpenedSystem | undefined;
  readonly guarded: LoanSystem | undefined;
  /** Why it cannot be set up in this process; empty when it is set up. */
  readonly problems: readonly string[];
  readonly watch: CallWatch;
}

/** This process's view of a loan system. */
export interface ConnectionStatus {
  readonly code: string;
  readonly problems: readonly string[];
  readonly lastCall: LastCall | undefined;
  readonly isBroken: boolean;
  /** What an operator must correct in the system; null: nothing; undefined: not known yet. */
  readonly problem: string | null | undefined;
}

/** How often the table is read again, in case a notification of a change was missed. */
const READ_AGAIN_EVERY_MS = 30_000;
/** How long calls through an old configuration may still be in flight after its settings change. */
const CLOSE_AFTER_MS = 60_000;

const LOAN_SYSTEMS = systemPrincipal('loan-systems');

/**
 * The added loan systems, each behind its own timeout, circuit breaker and bulkhead. A system that cannot be set up,
 * for example because a secret is missing, is logged and left out; the others keep running.
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

  /** The current state of each system in this process. */
  connectionStatuses(): readonly ConnectionStatus[] {
    return [...this.#kept].map(([code, { problems, watch }]) => {
      const { lastCall, isBroken, problem } = watch;
      return { code, problems, lastCall, isBroken, problem };
    });
  }

  /**
   * Reads the table. If the database does not answer, everything stays as it is. Only one read runs at a time; a
   * request during it triggers one more read.
   */
  refresh(): Promise<void> {
    this.#wanted = true;
    this.#reading ??= this.#readWhileWanted().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /** Follows changes of the table until closed. */
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
        const active = await db.many(LOAN_SYSTEMS, activeRemoteSystems, { kinds: Object.keys(kinds) });
        this.#ledgers = new Set((await db.many(LOAN_SYSTEMS, activeLedgers, {})).map(({ code }) => code));
        this.#keep(active.filter(({ code }) => only === undefined || code === only));
      } catch (error) {
        logger.warn({ err: error }, 'the loan systems could not be read; the previous ones stay in use');
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

  /** A changed secret also makes it a different system. */
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
      const guard: GuardOptions = { ...limits, observer: watch, isSetUp: () => watch.isSetUp(), logger };
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
