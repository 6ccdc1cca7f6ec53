import type { ConnectionStatus } from '../../connectors/loan-systems/added/added-systems.js';
import {
  deleteConnectionStatus,
  STATUS_WRITTEN_EVERY_SECONDS,
  writeConnectionStatus,
} from '../../connectors/loan-systems/added/connection-status.store.js';
import {
  changedReachability,
  insertReachabilityEvent,
  updateReachability,
} from '../../connectors/loan-systems/added/reachability.store.js';
import { newId } from '../../core/ids/ids.js';
import { limitToOrganization, systemPrincipal } from '../../core/principal/principal.js';
import { type IsoInstant, isoInstant } from '../../core/time/dates.js';
import type { Resources } from '../assembly/resources.js';
import { LoanSystemProblems } from './loan-system-problems.js';
import type { Part } from './part.js';

/** Changes are written after this long at the latest: `loan-systems add` waits for them. */
const CHECK_EVERY_MS = 1_000;
/** A loan system without calls for this long is asked for its business day; sooner if it may be available again. */
const ASKED_EVERY_SECONDS = { well: 60, failing: 10 };

const SIGHTINGS = systemPrincipal('sightings');

/**
 * Records this process' status of each loan system, so that operators see how the running parts reach them and not how
 * their own shell does: on every change, and every few seconds as a heartbeat.
 */
export class LoanSystemStatusPart implements Part {
  readonly name = 'sightings';
  readonly #resources: Resources;
  readonly #part: string;
  readonly #instance = newId();
  #written = { state: '', atSeconds: 0 };
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  readonly #asking = new Set<string>();
  readonly #askedAt = new Map<string, IsoInstant>();
  readonly #problems: LoanSystemProblems;

  /** @param part - `start`, `worker`, `payments` or `servicing` */
  constructor(resources: Resources, part: string) {
    this.#resources = resources;
    this.#part = part;
    this.#problems = new LoanSystemProblems(resources, SIGHTINGS);
  }

  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.look(), CHECK_EVERY_MS);
    this.#timer.unref();
    await this.look();
  }

  /** Deletes its own status; that of a killed process becomes stale. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
    await this.#resources.db
      .many(SIGHTINGS, deleteConnectionStatus, { instance: this.#instance })
      .catch(() => undefined);
  }

  /** One write at a time. A database that does not answer is reported by readiness, not here. */
  look(): Promise<void> {
    this.#looking ??= this.#look()
      .catch((error: unknown) => this.#resources.logger.debug({ err: error }, 'sightings could not be written'))
      .finally(() => {
        this.#looking = undefined;
      });
    return this.#looking;
  }

  async #look(): Promise<void> {
    const sights = this.#resources.addedSystems.connectionStatuses();
    for (const sight of sights) this.#askIfQuiet(sight);
    await this.#problems.record(sights);
    const state = JSON.stringify(sights.map(stateOf));
    const atSeconds = performance.now() / 1_000;
    if (state === this.#written.state && atSeconds - this.#written.atSeconds < STATUS_WRITTEN_EVERY_SECONDS) return;
    const codes = sights.map(({ code }) => code);
    const sightings = JSON.stringify(sights.map(asRow));
    const sighted = { instance: this.#instance, part: this.#part, codes, sightings };
    await this.#resources.db.many(SIGHTINGS, writeConnectionStatus, sighted);
    if (codes.length > 0) await this.#tellOfTurned(codes);
    this.#written = { state, atSeconds };
  }

  async #tellOfTurned(codes: readonly string[]): Promise<void> {
    const { db } = this.#resources;
    for (const { code, organizationId } of await db.many(SIGHTINGS, changedReachability, { codes })) {
      if (organizationId === null) continue;
      await db.transaction(async (tx) => {
        const turned = await tx.first(SIGHTINGS, updateReachability, { code });
        if (turned === undefined) return;
        const { isReachable, eventSequence: sequence } = turned;
        await tx.first(limitToOrganization(SIGHTINGS, organizationId), insertReachabilityEvent, {
          code,
          organizationId,
          isReachable,
          sequence,
        });
      });
    }
  }

  /**
   * The result is not awaited: the call is recorded like any other. Whether a problem is gone is asked however many
   * other calls there are, because only this one shows it.
   */
  #askIfQuiet({ code, lastCall, isBroken, problem }: ConnectionStatus): void {
    const { addedSystems, clock } = this.#resources;
    const hasProblem = typeof problem === 'string';
    const last = hasProblem ? this.#askedAt.get(code) : lastCall?.at;
    const quietFor = last === undefined ? undefined : clock.now().since(last).total('seconds');
    const isWell = lastCall?.isReachable === true && !isBroken && !hasProblem;
    const pause = ASKED_EVERY_SECONDS[isWell ? 'well' : 'failing'];
    if (this.#asking.has(code) || (quietFor !== undefined && quietFor < pause)) return;
    const asked = addedSystems.get(code)?.businessDay();
    if (asked === undefined) return;
    this.#asking.add(code);
    this.#askedAt.set(code, isoInstant(clock.now()));
    void asked.catch(() => undefined).finally(() => this.#asking.delete(code));
  }
}

/** The state whose changes are written at once: not each further call, of which there may be hundreds a second. */
function stateOf({ code, problems, lastCall, isBroken }: ConnectionStatus) {
  return [code, problems, lastCall?.isReachable, isBroken];
}

function asRow({ code, problems, lastCall, isBroken }: ConnectionStatus) {
  return {
    ...{ code, problems, isBroken },
    lastCallAt: lastCall?.at ?? null,
    lastOutcome: lastCall?.outcome ?? null,
    isReachable: lastCall?.isReachable ?? null,
  };
}
