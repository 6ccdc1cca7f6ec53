import { enqueue, type JobPayloads, READING_PRIORITY } from '../../../../core/jobs/job-types-and-enqueue.js';
import { limitToOrganization, systemPrincipal } from '../../../../core/principal/principal.js';
import { isBuiltInKind } from '../../../../loan-model/ledger-kind.js';
import { duePass } from './next-pass.js';
import { passesDue, syncedSystem } from './pass.store.js';
import { forgetUnread } from './pass-loans.store.js';
import { accountForSync } from './reading-mark.store.js';
import { type SyncParts, SystemSync } from './sync-loan-system.js';
import { type LoanOutcome, LoanSync } from './sync-one-loan.js';
import type { SyncedSystem } from './write-loan.js';

export interface SyncWorkerParts extends SyncParts {
  readonly syncEveryMinutes: number;
  /** Pause between two reads of a system's list of changes. */
  readonly changesEverySeconds: number;
}

/** Maximum number of syncs in one process: the worker's other jobs need capacity too. */
const SYNCS_AT_A_TIME = 1;
/** A long sync pauses after this time and waits for its next turn. */
const TURN_MS = 30_000;
const WAIT_FOR_A_TURN_MS = 5_000;
/** How long reading one account waits while another account of its system is being read. */
const WAIT_FOR_ACCOUNT_MS = 1_000;
/**
 * Pauses before an account is read again when its system does not answer. After them, the next sync updates the
 * account.
 */
const ACCOUNT_PAUSES_MS = [5_000, 30_000, 120_000];

const JOBS = systemPrincipal('sync-jobs');

/** The sync as jobs of the worker. */
export class SyncWorker {
  readonly #parts: SyncWorkerParts;
  readonly #systems: SystemSync;
  readonly #loans: LoanSync;
  #running = 0;
  /** Systems of which an account is being read: a slow system occupies one slot of this process, not all of them. */
  readonly #reading = new Set<string>();
  #isLeavingOff = false;

  constructor(parts: SyncWorkerParts) {
    this.#parts = parts;
    this.#systems = new SystemSync(parts);
    this.#loans = new LoanSync(parts);
  }

  leaveOff(): void {
    this.#isLeavingOff = true;
  }

  /**
   * Every minute: creates a job for each system whose pass is due. A pass of a killed worker is due as soon as its
   * lease ends.
   */
  async watchDue(): Promise<void> {
    const { db, syncEveryMinutes: everyMinutes, changesEverySeconds } = this.#parts;
    for (const { code, beganMinutesAgo, isFinished, fullMinutesAgo, followsChanges } of await db.many(
      JOBS,
      passesDue,
      {},
    )) {
      const mode = duePass({
        beganMinutesAgo: beganMinutesAgo ?? undefined,
        isFinished,
        fullMinutesAgo: fullMinutesAgo ?? undefined,
        everyMinutes,
        changesEverySeconds,
        followsChanges,
      });
      if (mode !== undefined) await this.#enqueue({ code, mode }, 0);
    }
  }

  async system(request: JobPayloads['sync_loan_system']): Promise<void> {
    if (this.#running >= SYNCS_AT_A_TIME) return this.#enqueue(request, WAIT_FOR_A_TURN_MS);
    this.#running += 1;
    try {
      const began = performance.now();
      const until = began + TURN_MS;
      const shallPause = () => this.#isLeavingOff || performance.now() > until;
      const outcome = await this.#systems.run({ ...request, shallPause });
      this.#parts.logger.info({ loan_system: request.code, mode: request.mode, outcome: outcome.kind }, 'sync ran');
      if (outcome.kind === 'paused') await this.#enqueue(request, 0);
      if (outcome.kind === 'finished' && outcome.pass.changesPosition !== null)
        await this.#enqueue({ code: request.code, mode: 'incremental' }, this.#pauseAfter(performance.now() - began));
    } finally {
      this.#running -= 1;
    }
  }

  /** A pass that follows changes begins soon after the last one, and takes half of the time at most. */
  #pauseAfter(passMs: number): number {
    return Math.max(this.#parts.changesEverySeconds * 1_000 - passMs, passMs);
  }

  /** Reads one account again after a posting to it. */
  async account({ organizationId, accountId, attempt }: JobPayloads['sync_account']): Promise<void> {
    const { db } = this.#parts;
    const account = await db.first(limitToOrganization(JOBS, organizationId), accountForSync, { accountId });
    if (account === undefined) return;
    const { externalId, ...owner } = account;
    const code = owner.loanSystemCode;
    const system = await db.first(JOBS, syncedSystem, { code });
    if (system === undefined || system.organizationId === null || isBuiltInKind(system.kind)) return;
    if (this.#reading.has(code)) return this.#again({ organizationId, accountId, attempt }, WAIT_FOR_ACCOUNT_MS);
    this.#reading.add(code);
    try {
      const outcome = await this.#read(owner, externalId);
      const pauseMs = ACCOUNT_PAUSES_MS[attempt - 1];
      if (outcome === 'unavailable' && pauseMs !== undefined) {
        await this.#again({ organizationId, accountId, attempt: attempt + 1 }, pauseMs);
      }
    } finally {
      this.#reading.delete(code);
    }
  }

  async #read(owner: SyncedSystem, externalId: string): Promise<LoanOutcome['kind']> {
    const { db, systems } = this.#parts;
    const code = owner.loanSystemCode;
    const { source } = systems.byCode(code);
    if (source === undefined) return 'unavailable';
    const { kind } = await this.#loans.sync(owner, source, externalId);
    if (kind === 'written') await db.many(JOBS, forgetUnread, { code, externalIds: [externalId] });
    return kind;
  }

  #again(request: JobPayloads['sync_account'], delayMs: number): Promise<void> {
    return enqueue(this.#parts.db, 'sync_account', request, {
      delayMs,
      key: `sync_account:${request.organizationId}:${request.accountId}`,
      waiting: 'kept',
      priority: READING_PRIORITY,
    });
  }

  #enqueue(request: JobPayloads['sync_loan_system'], delayMs: number): Promise<void> {
    return enqueue(this.#parts.db, 'sync_loan_system', request, {
      delayMs,
      key: `sync:${request.code}`,
      waiting: 'kept',
      priority: READING_PRIORITY,
    });
  }
}
