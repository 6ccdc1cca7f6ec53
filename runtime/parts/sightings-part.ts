import type { SystemSight } from '../../connectors/loan-systems/added/added-systems.js';
import { tellOfSystem, turnedSystems, turnSystem } from '../../connectors/loan-systems/added/reachability.store.js';
import {
  forgetSightings,
  SIGHTED_EVERY_SECONDS,
  writeSightings,
} from '../../connectors/loan-systems/added/sightings.store.js';
import { newId } from '../../core/ids/ids.js';
import { systemPrincipal, within } from '../../core/principal/principal.js';
import type { Resources } from '../assembly/resources.js';
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
export class SightingsPart implements Part {
  readonly name = 'sightings';
  readonly #resources: Resources;
  readonly #part: string;
  readonly #instance = newId();
  #written = { state: '', atSeconds: 0 };
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  readonly #asking = new Set<string>();

  /** @param part - `start`, `worker`, `payments` or `servicing` */
  constructor(resources: Resources, part: string) {
    this.#resources = resources;
    this.#part = part;
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
    await this.#resources.db.many(SIGHTINGS, forgetSightings, { instance: this.#instance }).catch(() => undefined);
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
    const sights = this.#resources.addedSystems.sights();
    for (const sight of sights) this.#askIfQuiet(sight);
    const state = JSON.stringify(sights.map(stateOf));
    const atSeconds = performance.now() / 1_000;
    if (state === this.#written.state && atSeconds - this.#written.atSeconds < SIGHTED_EVERY_SECONDS) return;
    const codes = sights.map(({ code }) => code);
    const sightings = JSON.stringify(sights.map(asRow));
    const sighted = { instance: this.#instance, part: this.#part, codes, sightings };
    await this.#resources.db.many(SIGHTINGS, writeSightings, sighted);
    if (codes.length > 0) await this.#tellOfTurned(codes);
    this.#written = { state, atSeconds };
  }

  async #tellOfTurned(codes: readonly string[]): Promise<void> {
    const { db } = this.#resources;
    for (const { code, organizationId } of await db.many(SIGHTINGS, turnedSystems, { codes })) {
      if (organizationId === null) continue;
      await db.transaction(async (tx) => {
        const turned = await tx.first(SIGHTINGS, turnSystem, { code });
        if (turned === undefined) return;
        const { isReachable, eventSequence: sequence } = turned;
        await tx.first(within(SIGHTINGS, organizationId), tellOfSystem, {
          code,
          organizationId,
          isReachable,
          sequence,
        });
      });
    }
  }

  /** The result is not awaited: the call is recorded like any other. */
  #askIfQuiet({ code, lastCall, isBroken }: SystemSight): void {
    const { addedSystems, clock } = this.#resources;
    const quietFor = lastCall === undefined ? undefined : clock.now().since(lastCall.at).total('seconds');
    const isWell = lastCall?.isReachable === true && !isBroken;
    const pause = ASKED_EVERY_SECONDS[isWell ? 'well' : 'failing'];
    if (this.#asking.has(code) || (quietFor !== undefined && quietFor < pause)) return;
    const asked = addedSystems.get(code)?.businessDay();
    if (asked === undefined) return;
    this.#asking.add(code);
    void asked.catch(() => undefined).finally(() => this.#asking.delete(code));
  }
}

/** The state whose changes are written at once: not each further call, of which there may be hundreds a second. */
function stateOf({ code, problems, lastCall, isBroken }: SystemSight) {
  return [code, problems, lastCall?.isReachable, isBroken];
}

function asRow({ code, problems, lastCall, isBroken }: SystemSight) {
  return {
    ...{ code, problems, isBroken },
    lastCallAt: lastCall?.at ?? null,
    lastOutcome: lastCall?.outcome ?? null,
    isReachable: lastCall?.isReachable ?? null,
  };
}
