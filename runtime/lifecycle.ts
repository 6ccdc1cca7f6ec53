import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../core/config/load.js';
import type { Logger } from '../core/logging/logger.js';
import type { Part } from './parts/part.js';
import { RunError } from './run-error.js';

/** The signal came while parts were still starting. */
class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** Timing of an orderly stop, in milliseconds. */
interface Patience {
  /** How long it still accepts requests. */
  readonly delayMs: number;
  /** How long requests in flight may take after that. */
  readonly graceMs: number;
}

export function shutdownTimesOf(config: Pick<Config, 'SHUTDOWN_DELAY_MS' | 'SHUTDOWN_GRACE_MS'>): Patience {
  return { delayMs: config.SHUTDOWN_DELAY_MS, graceMs: config.SHUTDOWN_GRACE_MS };
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Ctrl-C in a terminal reaches us twice: from the terminal, which signals the whole process group, and from npm, which
 * forwards its own signal. Only a signal that comes later than this, in milliseconds, counts as a second one.
 */
const ECHO_MS = 750;

/**
 * Runs parts from their start to their orderly stop. After a signal they continue for `delayMs` while `/readyz` reports
 * that they are stopping, so that load balancers notice first. Parts are started in the given order and stopped in
 * reverse: hosts stop accepting and drain, then the worker, the database last. A second signal cuts this short; the
 * database is still stopped.
 */
export class Lifecycle {
  readonly #logger: Logger;
  readonly #delayMs: number;
  readonly #graceMs: number;
  readonly #started: Part[] = [];
  readonly #stopWanted = new Gate();
  readonly #hurryWanted = new Gate();
  #firstSignalAt: number | undefined;
  #isFaulty = false;

  constructor(logger: Logger, { delayMs, graceMs }: Patience) {
    this.#logger = logger;
    this.#delayMs = delayMs;
    this.#graceMs = graceMs;
  }

  /**
   * Runs `startParts`, waits for a signal, then stops everything that was started. If starting fails, the parts already
   * started are stopped too, and the error is rethrown.
   *
   * An unhandled rejection is logged, and the process continues: the work it belonged to has failed by itself. After an
   * uncaught exception no state can be relied on: it is logged, and everything is stopped in order.
   *
   * @throws {RunError} after such an exception.
   */
  async run(startParts: (start: <P extends Part>(part: P) => Promise<P>) => Promise<void>): Promise<void> {
    const onSignal = (signal: NodeJS.Signals) => this.#onSignal(signal);
    const onRejection = (reason: unknown) => this.#logger.error({ err: reason }, 'a rejection was not handled');
    const onException = (error: unknown) => this.#onException(error);
    for (const signal of SIGNALS) process.on(signal, onSignal);
    process.on('unhandledRejection', onRejection).on('uncaughtException', onException);
    try {
      await startParts((part) => this.#start(part));
      await this.#stopWanted.opened;
      if (!this.#isFaulty) await this.#sayGoodbye();
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
    } finally {
      await this.#stopAll();
      // The handlers stay: another signal before the process has ended must not make it fail.
      process.off('unhandledRejection', onRejection).off('uncaughtException', onException);
    }
    if (this.#isFaulty) throw new RunError('stopped after an unexpected exception; see the log');
  }

  async #sayGoodbye(): Promise<void> {
    for (const part of this.#started) part.announceStop?.();
    const cancelled = new AbortController();
    const delay = sleep(this.#delayMs, undefined, { signal: cancelled.signal }).catch(() => {});
    await Promise.race([delay, this.#hurryWanted.opened]);
    cancelled.abort();
  }

  async #start<P extends Part>(part: P): Promise<P> {
    if (this.#firstSignalAt !== undefined) throw new Interrupted();
    await part.start();
    this.#started.push(part);
    this.#logger.debug({ started: part.name }, 'part started');
    if (this.#firstSignalAt !== undefined) throw new Interrupted();
    return part;
  }

  #onException(error: unknown): void {
    this.#logger.fatal({ err: error }, 'an exception was not caught; stopping');
    this.#isFaulty = true;
    this.#firstSignalAt ??= performance.now(); // interrupts a part that is still starting, like a signal
    this.#stopWanted.open();
  }

  #onSignal(signal: NodeJS.Signals): void {
    const now = performance.now();
    if (this.#firstSignalAt === undefined) {
      this.#firstSignalAt = now;
      this.#logger.info({ signal }, 'stopping: finishing requests in flight');
      this.#stopWanted.open();
    } else if (now - this.#firstSignalAt > ECHO_MS) {
      this.#logger.warn({ signal }, 'stopping at once');
      this.#hurryWanted.open();
    }
  }

  async #stopAll(): Promise<void> {
    const deadline = performance.now() + this.#graceMs;
    let hurried = false;
    void this.#hurryWanted.opened.then(() => (hurried = true));
    for (const part of this.#started.toReversed()) {
      const left = hurried ? 0 : Math.max(0, deadline - performance.now());
      await this.#stop(part, left);
    }
    this.#started.length = 0;
    this.#logger.info('stopped');
  }

  /** A part that fails to stop, or takes too long, does not prevent the next ones from being stopped. */
  async #stop(part: Part, graceMs: number): Promise<void> {
    const stopping = part.stop(graceMs).catch((error: unknown) => {
      this.#logger.error({ err: error, stopping: part.name }, 'part failed to stop');
    });
    if (part.outlivesUs === true) return stopping;
    const cancelled = new AbortController();
    // A second more than the grace period: the part itself cuts its work short first.
    const late = sleep(graceMs + 1_000, 'late', { signal: cancelled.signal }).catch(() => 'cancelled');
    const outcome = await Promise.race([stopping, late, this.#hurryWanted.opened]);
    if (outcome === 'late') this.#logger.warn({ stopping: part.name }, 'part did not stop in time');
    cancelled.abort();
  }
}

/** A one-time event that can be awaited. */
class Gate {
  open: () => void = () => {};
  readonly opened = new Promise<void>((resolve) => {
    this.open = resolve;
  });
}
