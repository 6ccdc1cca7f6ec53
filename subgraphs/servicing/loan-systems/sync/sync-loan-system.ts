import type { LoanSystems } from '../../../../connectors/loan-systems/registry.js';
import type { Transaction } from '../../../../core/db/database.js';
import { newId } from '../../../../core/ids/ids.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { isBuiltInKind } from '../../../../loan-model/ledger-kind.js';
import type { ProjectionContext } from '../../../../loan-model/projection/projection-context.js';
import type { OwnPostings } from './add-own-posting-data.js';
import { noteContactData } from './contact-data-exception.js';
import { nextPass, type SyncMode } from './next-pass.js';
import {
  beginPass,
  failPass,
  finishPass,
  type Lease,
  lockPass,
  openPass,
  pausePass,
  type RunningPass,
  renewLease,
  resumePass,
  syncedSystem,
} from './pass.store.js';
import { type PassEnd, runPass } from './run-pass.js';
import { LoanSync } from './sync-one-loan.js';
import { SYNC, type SyncedSystem } from './write-loan.js';

export interface SyncParts extends ProjectionContext, Pick<ServiceParts, 'db' | 'secrets' | 'logger'> {
  readonly systems: LoanSystems;
  readonly ownPostings: OwnPostings;
}

export interface SyncRequest {
  readonly code: string;
  readonly mode: SyncMode;
  /** Called between two pages: whether to pause. */
  readonly shallPause?: () => boolean;
  readonly onProgress?: (pass: RunningPass) => void;
  /** Called with what an operator must correct before all loans can be read. */
  readonly onProblem?: (problem: string) => void;
}

/**
 *
 * - `paused`: paused on request; the next sync resumes there.
 * - `busy`: another process is syncing this system.
 * - `not_remote`: there is nothing to sync, because the system is local or was removed.
 * - `unavailable`: the system did not answer, or cannot be set up in this process.
 * - `stopped`: it must not continue automatically; `reason` is for an operator.
 */
export type SyncOutcome =
  | { readonly kind: 'finished' | 'paused'; readonly pass: RunningPass }
  | { readonly kind: 'busy' | 'not_remote' | 'unavailable' }
  | { readonly kind: 'stopped'; readonly reason: string };

const LEASE_MS = 60_000;
const RENEW_EVERY_MS = 15_000;

/** Copies the data of a loan system into the normalized model, page by page; one process at a time per system. */
export class SystemSync {
  readonly #parts: SyncParts;
  readonly #loans: LoanSync;

  constructor(parts: SyncParts) {
    this.#parts = parts;
    this.#loans = new LoanSync(parts);
  }

  async run(request: SyncRequest): Promise<SyncOutcome> {
    const { code, mode, shallPause = () => false, onProgress = () => {}, onProblem = () => {} } = request;
    const { db, systems } = this.#parts;
    const found = await db.first(SYNC, syncedSystem, { code });
    if (found === undefined || !found.isActive || found.organizationId === null || isBuiltInKind(found.kind))
      return { kind: 'not_remote' };
    const owner = { loanSystemCode: code, organizationId: found.organizationId };
    const system = systems.byCode(code);
    const { source } = system;
    if (source === undefined) return { kind: 'unavailable' };
    const lease = { code, lease: newId(), leaseMs: LEASE_MS };
    const begun = await this.#begin(mode, lease);
    if (begun === undefined) return { kind: 'busy' };
    const parts = { ...this.#parts, loans: this.#loans, system, owner, lease, onProgress, onProblem };
    return this.#held(
      lease,
      (isLost) => runPass({ ...parts, source, shallPause: () => isLost() || shallPause() }, begun),
      owner,
    );
  }

  /** If two processes compete, one gets the lease. The lease expires by itself when its holder dies. */
  #begin(wanted: SyncMode, lease: Lease): Promise<RunningPass | undefined> {
    const { code } = lease;
    return this.#parts.db.transaction(async (tx) => {
      await tx.many(SYNC, openPass, { code });
      const before = await tx.first(SYNC, lockPass, { code });
      if (before?.isHeld) return undefined;
      const next = nextPass(before, wanted);
      if (next === 'go_on') return tx.first(SYNC, resumePass, lease);
      return tx.first(SYNC, beginPass, { ...lease, mode: next });
    });
  }

  async #held(
    lease: Lease,
    work: (isLost: () => boolean) => Promise<PassEnd>,
    owner: SyncedSystem,
  ): Promise<SyncOutcome> {
    const { db, logger } = this.#parts;
    let lost = false;
    const renewing = setInterval(() => {
      db.first(SYNC, renewLease, lease).then(
        (renewed) => {
          lost = renewed === undefined;
        },
        (error: unknown) => logger.warn({ err: error, loan_system: lease.code }, 'a sync could not renew its lease'),
      );
    }, RENEW_EVERY_MS);
    let error: string | null = 'the sync failed';
    try {
      const end = await work(() => lost);
      error = errorOf(end);
      if (end.kind === 'lost') return { kind: 'busy' };
      if (end.kind !== 'through') return end;
      await db.transaction((tx) => this.#finish(tx, lease, owner));
      return { kind: 'finished', pass: end.pass };
    } finally {
      clearInterval(renewing);
      // A finished pass has no lease any more. If the database is unreachable, the lease expires by itself.
      const left = error === null ? db.many(SYNC, pausePass, lease) : db.many(SYNC, failPass, { ...lease, error });
      await left.catch(() => undefined);
    }
  }

  async #finish(tx: Transaction, lease: Lease, owner: SyncedSystem): Promise<void> {
    const finished = await tx.first(SYNC, finishPass, lease);
    if (finished?.mode === 'full') await noteContactData(tx, this.#parts.clock, owner, finished.personsFailed);
  }
}

function errorOf(end: PassEnd): string | null {
  switch (end.kind) {
    case 'unavailable':
      return 'the loan system did not answer';
    case 'stopped':
      return end.reason;
    default:
      return null;
  }
}
