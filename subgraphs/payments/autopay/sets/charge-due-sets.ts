import { performance } from 'node:perf_hooks';
import { businessToday, isSandbox } from '../../../../core/business-time/business-clock.js';
import { chunksOf } from '../../../../core/chunks.js';
import type { IsoDate } from '../../../../core/time/dates.js';
import { servicingDate } from '../../../../core/time/servicing-day.js';
import { POSTPONE_MS } from '../../collected/posting/account-concurrency-gate.js';
import type { AutopayRunner } from '../run/autopay-runner.js';
import { DueSchedules } from '../run/create-runs-of-due-schedules.js';
import { organizationsWithDueSchedules } from '../run/due-schedules.store.js';
import { AUTOPAY, type AutopayParts, autopayOf, turnOf } from '../run/run-under-schedule-lock.js';
import { chargeSet, type Way } from './charge-set.js';
import { type NextDueSchedule, nextDueSchedules } from './due-sets.store.js';
import { type DueOfOrganization, enqueueDue } from './enqueue-due.js';
import { SetOutcomes } from './settle-and-post-set.js';

/** How long one job works before those of other organizations get their turn. */
const SLICE_MS = 2_000;
/** How often the jobs of all organizations with due schedules are queued; no job waits longer for a processor. */
const SWEEP_MS = 60_000;
/** Schedules that are read together. */
const PAGE = 50;
/** Pages of one job that are processed at the same time: while one is charged, another one is written. */
const LANES = 3;
/** Schedules of a page that are processed singly at the same time. */
const WIDTH = 4;

interface Position {
  readonly afterDueOn: string;
  readonly afterId: string;
}
const BEFORE_ALL: Position = { afterDueOn: '-infinity', afterId: '' };

/** One job's work. */
interface Slice {
  readonly organizationId: string;
  readonly isSandbox: boolean;
  readonly today: IsoDate;
  readonly until: number;
  /** The last schedule that was read. */
  position: Position;
  isExhausted: boolean;
  /** Where a later job must begin, if a page could not be finished, and how long it waits. */
  unfinishedAfter: Position | undefined;
  pauseMs: number;
  /** Whether any charge could begin. */
  hadPlaces: boolean;
  /** Runs that were created singly, also by the jobs before: their turns continue. */
  singles: number;
  /** Pages are read one after the other. */
  reading: Promise<unknown>;
}

/**
 * Runs the schedules that are due, organization by organization. Plain charges of loans on the ledger are processed in
 * sets: a few statements for all runs of a set, and one for each posting. All other schedules get their runs one by
 * one, each with its own job. Each run keeps the order of a single one: its attempt is stored and committed, then
 * charged under its id, then the outcome is stored, then it is posted. It may crash at any point, or run in any
 * number of workers: runs whose lease has ended are continued singly.
 */
export class DueSets {
  readonly #singles: DueSchedules;

  constructor(
    private readonly parts: AutopayParts,
    private readonly runner: AutopayRunner,
  ) {
    this.#singles = new DueSchedules(parts);
  }

  /** Queues a job for each organization with due schedules. */
  async queueDue(): Promise<void> {
    const { db, clock } = this.parts;
    const today = servicingDate(clock.now());
    for (const { organizationId } of await db.many(AUTOPAY, organizationsWithDueSchedules, { today })) {
      await enqueueDue(db, { organizationId }, 0);
    }
  }

  /** Works for a while on what is due, and queues another job if there is more. */
  async work({ organizationId, afterDueOn, afterId, singles = 0 }: DueOfOrganization): Promise<void> {
    const { db, clock } = this.parts;
    const slice: Slice = {
      organizationId,
      isSandbox: await isSandbox(db, organizationId),
      today: await businessToday(db, clock, organizationId),
      until: performance.now() + SLICE_MS,
      position: afterDueOn === undefined || afterId === undefined ? BEFORE_ALL : { afterDueOn, afterId },
      isExhausted: false,
      unfinishedAfter: undefined,
      pauseMs: 0,
      hadPlaces: false,
      singles,
      reading: Promise.resolve(),
    };
    const lanes = await Promise.allSettled(Array.from({ length: LANES }, () => this.#lane(slice)));
    for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason;
    const { unfinishedAfter, isExhausted, position } = slice;
    const pauseMs = Math.min(slice.pauseMs, SWEEP_MS);
    // A processor that pauses or does not answer delays no schedules behind: the next sweep reads all from the beginning.
    const isLeftToSweep = !isExhausted && (pauseMs > SLICE_MS || !slice.hadPlaces);
    const isRepeated = unfinishedAfter !== undefined && !isLeftToSweep;
    if (isExhausted && !isRepeated) return;
    const next = { organizationId, ...(isRepeated ? unfinishedAfter : position), singles: slice.singles };
    await enqueueDue(db, next, isRepeated ? pauseMs : 0);
  }

  async #lane(slice: Slice): Promise<void> {
    while (performance.now() < slice.until) {
      const before = slice.reading.then(() => this.#nextPage(slice));
      slice.reading = before.catch(() => undefined);
      const { after, page } = await before;
      if (page.length === 0) return;
      if (!(await this.#process(slice, page))) slice.unfinishedAfter = earlier(slice.unfinishedAfter, after);
    }
  }

  async #nextPage(slice: Slice): Promise<{ readonly after: Position; readonly page: readonly NextDueSchedule[] }> {
    const { position: after, organizationId, today } = slice;
    if (slice.isExhausted) return { after, page: [] };
    const asked = { today, ...after, limit: PAGE };
    const page = await this.parts.db.many(autopayOf({ organizationId }), nextDueSchedules, asked);
    const last = page.at(-1);
    if (last !== undefined) slice.position = { afterDueOn: last.dueOn, afterId: last.id };
    slice.isExhausted = page.length < PAGE;
    return { after, page };
  }

  /** @returns false if a later job must read it again: no more charges may begin now, or rows are locked. */
  async #process(slice: Slice, page: readonly NextDueSchedule[]): Promise<boolean> {
    const singly: NextDueSchedule[] = [];
    const ways = new Map<string, Way>();
    const sets = new Map<string, NextDueSchedule[]>();
    for (const due of page) {
      const name = `${due.loanSystemCode} ${due.processor}`;
      const way = ways.get(name) ?? (await this.#wayOf(slice, due));
      if (way === undefined) singly.push(due);
      else {
        ways.set(name, way);
        sets.set(name, [...(sets.get(name) ?? []), due]);
      }
    }
    let isDone = true;
    for (const [name, set] of sets) {
      const way = ways.get(name);
      if (way === undefined) continue;
      const charged = await this.#chargeSet(slice, set, way);
      singly.push(...charged.singly);
      isDone &&= charged.isFinished;
    }
    for (const chunk of chunksOf(singly, WIDTH)) {
      await Promise.all(chunk.map((due) => this.#singles.runOrLog(due, slice.today, turnOf(slice.singles++))));
    }
    return isDone;
  }

  /** The processor and the loan system, if sets can be charged there. A sandbox organization has its own clock. */
  async #wayOf(slice: Slice, { loanSystemCode, processor: code }: NextDueSchedule): Promise<Way | undefined> {
    if (slice.isSandbox) return undefined;
    const { embedded } = await this.parts.systems.present(loanSystemCode);
    const processor = code === null ? undefined : this.parts.processors.of(code, false);
    return embedded === undefined || processor === undefined ? undefined : { system: embedded, processor };
  }

  /** @returns the schedules to run singly, and whether all others were charged. */
  async #chargeSet(
    slice: Slice,
    set: readonly NextDueSchedule[],
    way: Way,
  ): Promise<{ readonly singly: readonly NextDueSchedule[]; readonly isFinished: boolean }> {
    const { charges } = this.parts;
    const { code } = way.processor;
    const singly: NextDueSchedule[] = [];
    let isFinished = true;
    for (let from = 0; from < set.length; ) {
      const places = await charges.takeWithin(code, set.length - from, slice.until - performance.now());
      if (places === 0) {
        slice.pauseMs = Math.max(slice.pauseMs, charges.msUntilAllowed(code));
        return { singly, isFinished: false };
      }
      slice.hadPlaces = true;
      const part = set.slice(from, from + places);
      from += places;
      const { sent, plain, locked } = await chargeSet(this.parts, way, slice, part);
      await new SetOutcomes(this.parts, this.runner, way.system).settle(slice.organizationId, sent);
      singly.push(...part.filter(({ id }) => locked.has(id) && !plain.has(id)));
      if (locked.size === part.length) continue;
      isFinished = false;
      slice.pauseMs = Math.max(slice.pauseMs, POSTPONE_MS);
    }
    return { singly, isFinished };
  }
}

function earlier(one: Position | undefined, other: Position): Position {
  const place = ({ afterDueOn, afterId }: Position) => `${afterDueOn} ${afterId}`;
  return one === undefined || place(other) < place(one) ? other : one;
}
