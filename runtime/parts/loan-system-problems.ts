import type { ConnectionStatus } from '../../connectors/loan-systems/added/added-systems.js';
import {
  closeSetUpException,
  closeSetUpExceptionsOfRemoved,
  REMOVED,
  raiseSetUpException,
} from '../../connectors/loan-systems/added/set-up-exception.store.js';
import type { Database } from '../../core/db/database.js';
import { newId } from '../../core/ids/ids.js';
import type { Principal } from '../../core/principal/principal.js';
import type { Clock } from '../../core/time/clock.js';
import { isoInstant } from '../../core/time/dates.js';

const GONE = 'The loan system reports the problem no more.';

/** Keeps an operator exception open for each loan system whose set-up an operator must correct. */
export class LoanSystemProblems {
  /** By code: what was recorded last by this process. */
  readonly #recorded = new Map<string, string | null>();
  #areRemovedClosed = false;

  constructor(
    private readonly parts: { readonly db: Database; readonly clock: Clock },
    private readonly by: Principal,
  ) {}

  async record(statuses: readonly ConnectionStatus[]): Promise<void> {
    for (const { code, problem } of statuses) {
      if (problem === undefined || this.#recorded.get(code) === problem) continue;
      await (problem === null ? this.#close(code, GONE) : this.#raise(code, problem));
      this.#recorded.set(code, problem);
    }
    const inUse = new Set(statuses.map(({ code }) => code));
    for (const code of this.#recorded.keys()) {
      if (inUse.has(code)) continue;
      this.#recorded.delete(code);
      this.#areRemovedClosed = false;
    }
    if (!this.#areRemovedClosed) await this.#closeRemoved();
    this.#areRemovedClosed = true;
  }

  async #raise(code: string, problem: string): Promise<void> {
    const detail = JSON.stringify({ problem });
    const closedByItself = this.by.actor;
    await this.parts.db.many(this.by, raiseSetUpException, { id: newId(), code, detail, closedByItself });
  }

  async #close(code: string, resolution: string): Promise<void> {
    await this.parts.db.many(this.by, closeSetUpException, { code, ...this.#closing(resolution) });
  }

  /** A process that ended may have raised one while its loan system was being removed. */
  async #closeRemoved(): Promise<void> {
    await this.parts.db.many(this.by, closeSetUpExceptionsOfRemoved, this.#closing(REMOVED));
  }

  #closing(resolution: string) {
    return { resolution, resolvedBy: this.by.actor, resolvedAt: isoInstant(this.parts.clock.now()) };
  }
}
