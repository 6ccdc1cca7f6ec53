import { performance } from 'node:perf_hooks';
import { type BulkheadPolicy, bulkhead } from 'cockatiel';
import type { PaymentBatchStop } from '../../../../core/contract/payment-batch.js';
import type { Transaction } from '../../../../core/db/database.js';
import { eachOrganization } from '../../../../core/jobs/each-organization.js';
import type { Principal } from '../../../../core/principal/principal.js';
import type { SettlementTiming } from '../posting/lease-and-lookup-timing.js';
import { type AttemptParts, attemptsOf } from './attempts-of-rows.js';
import {
  type BatchPermissions,
  type BatchWork,
  batchPermissions,
  countUnavailable,
  endBatch,
  type OpenRow,
  openBatches,
  openRows,
  organizationsWithOpenBatches,
  releaseBatch,
  reopenRows,
  resetFruitlessPasses,
  takeBatch,
  type WrittenRow,
  wouldPostCents,
  writeOutcomes,
} from './batch-work.store.js';
import { BATCHES, type BatchKey, batchesOf, enqueueBatch } from './enqueue-batch.js';
import { type TriedRow, type TryingParts, tryRow, withKeys } from './record-payment-of-row.js';
import { inLanes } from './run-in-lanes.js';

export interface BatchWorkerParts extends TryingParts, AttemptParts {
  readonly timing: SettlementTiming;
  /** Payments recorded at the same time, over all batches. */
  readonly batchParallel: number;
}

/** How long one job works before other jobs, above all single payments, get their turn. */
const SLICE_MS = 2_000;
/**
 * Rows that are read, and whose outcomes are written, together. If the worker dies first, they are tried again and
 * replayed.
 */
const ROWS_AT_A_TIME = 250;
const ROWS_OF_DRY_RUN_AT_A_TIME = 500;
/** Time for writing outcomes and waiting for an account, in addition to the calls of the last row. */
const SLACK_MS = 5_000;
/** Passes without any progress before a batch stops: with doubling pauses, a few minutes. */
const MOST_FRUITLESS_PASSES = 8;

/** How a slice of a batch ended. */
type Ended =
  | { readonly kind: 'time_over'; readonly isFruitful: boolean }
  /** Every row was tried, or waits for its loan system. */
  | { readonly kind: 'exhausted'; readonly isFruitful: boolean }
  /** Written down already. */
  | { readonly kind: 'stopped' };

/**
 * Processes batches in slices. A slice may crash at any point, run twice, or run in any number of workers. The
 * database records which rows are done; each row's result is stored under its key.
 */
export class BatchWorker {
  readonly #parts: BatchWorkerParts;
  readonly #turns: BulkheadPolicy;

  constructor(parts: BatchWorkerParts) {
    this.#parts = parts;
    this.#turns = bulkhead(parts.batchParallel, Number.MAX_SAFE_INTEGER);
  }

  /**
   * Makes sure that every open batch is processed, including one whose worker was killed. Runs at start and every
   * minute.
   */
  async watchOpen(): Promise<void> {
    const { db } = this.#parts;
    await eachOrganization(this.#parts, {
      principal: BATCHES,
      due: organizationsWithOpenBatches,
      parameters: {},
      async *work(principal: Principal, organizationId: string) {
        for (const { id, inMs } of await db.many(principal, openBatches, {})) {
          await enqueueBatch(db, { id, organizationId }, inMs ?? 0, 'kept');
          yield;
        }
      },
    });
  }

  /** Processes one slice and queues the next. Does nothing if another worker has the batch or it is over. */
  async work({ id, organizationId }: BatchKey): Promise<void> {
    const key = { id, organizationId };
    const principal = batchesOf(key);
    const { db, timing } = this.#parts;
    // Covers the slice and its last row: two calls to its loan system.
    const leaseMs = SLICE_MS + 2 * timing.callTimeoutMs + SLACK_MS;
    const batch = await db.first(principal, takeBatch, { ...key, leaseMs });
    if (batch === undefined) return;
    // After a crash here, the lease expires and another worker takes the batch.
    const hindrance = hindranceOf(await db.first(principal, batchPermissions, batch));
    if (hindrance !== undefined) return this.#stop(batch, hindrance);
    await this.#goOn(batch, await this.#slice(batch));
  }

  async #slice(batch: BatchWork): Promise<Ended> {
    const { id: batchId, organizationId } = batch;
    const began = performance.now();
    // Also stops a worker that was suspended past its lease from starting another row.
    const isTime = () => performance.now() - began < SLICE_MS;
    const limit = batch.isDryRun ? ROWS_OF_DRY_RUN_AT_A_TIME : ROWS_AT_A_TIME;
    let isFruitful = false;
    for (let afterPosition = 0; ; ) {
      const asked = { batchId, organizationId, afterPosition, limit };
      const rows = await this.#parts.db.many(batchesOf(batch), openRows, asked);
      if (rows.length === 0) return { kind: 'exhausted', isFruitful };
      const tried = await this.#tryRows(batch, rows, isTime);
      const written = await this.#write(batch, tried);
      isFruitful ||= written.some(isDone);
      if (stopsAt(batch, written)) return { kind: 'stopped' };
      if (!isTime()) return { kind: 'time_over', isFruitful };
      if (batch.mode === 'stop' && !written.every(isDone)) return { kind: 'exhausted', isFruitful };
      afterPosition = rows.at(-1)?.position ?? afterPosition;
    }
  }

  /** Rows of one account run in order; if the first refusal stops the batch, all rows do. */
  async #tryRows(batch: BatchWork, rows: readonly OpenRow[], isTime: () => boolean): Promise<readonly TriedRow[]> {
    const tried: TriedRow[] = [];
    const taken = await this.#takenBefore(batch, rows);
    const keyed = withKeys(this.#parts, batch, rows);
    const attempt = await attemptsOf(this.#parts, batch, keyed);
    const laneOf = ({ accountId, position }: OpenRow) =>
      batch.mode === 'stop' ? '' : (accountId ?? `row ${position}`);
    await inLanes(keyed, laneOf, (row) =>
      this.#turns.execute(async () => {
        if (!isTime()) return false;
        const before = taken.get(row.accountId) ?? 0;
        const one = await tryRow(this.#parts, batch, row, attempt, before);
        tried.push(one);
        if (one.outcome === 'would_post') taken.set(row.accountId, before + row.amountCents);
        return isDone(one) && !(batch.mode === 'stop' && one.outcome === 'refused');
      }),
    );
    return tried;
  }

  /** For a dry run: cents per account that earlier rows would post. */
  async #takenBefore(batch: BatchWork, rows: readonly OpenRow[]): Promise<Map<string | null, number>> {
    if (!batch.isDryRun) return new Map();
    const accountIds = [...new Set(rows.flatMap(({ accountId }) => accountId ?? []))];
    const { id: batchId, organizationId } = batch;
    const found = await this.#parts.db.many(batchesOf(batch), wouldPostCents, { batchId, organizationId, accountIds });
    return new Map(found.map(({ accountId, cents }) => [accountId, cents]));
  }

  /** Returns the rows as written, which may differ from the tried rows: see `writeOutcomes`. */
  async #write(batch: BatchWork, tried: readonly TriedRow[]): Promise<readonly WrittenRow[]> {
    if (tried.length === 0) return [];
    const { id, organizationId } = batch;
    const principal = batchesOf(batch);
    const outcomes = { batchId: id, organizationId, outcomes: JSON.stringify(tried), isOrdered: batch.mode === 'stop' };
    const written = await this.#parts.db.transaction(async (tx) => {
      const rows = await tx.many(principal, writeOutcomes, outcomes);
      if (rows.some(isDone)) await tx.many(principal, resetFruitlessPasses, { id, organizationId });
      if (stopsAt(batch, rows)) await end(tx, batch, 'row_refused');
      return rows;
    });
    const lost = lostAmong(tried, written);
    if (lost > 0) this.#parts.logger.warn({ payment_batch: id, rows: lost }, LOST_PAYMENTS);
    return written;
  }

  async #goOn(batch: BatchWork, ended: Ended): Promise<void> {
    if (ended.kind === 'stopped') return;
    const { id, organizationId, fruitlessPasses: before } = batch;
    const principal = batchesOf(batch);
    await this.#parts.db.transaction(async (tx) => {
      const passes = ended.isFruitful ? 0 : before;
      if (ended.kind === 'time_over') return this.#later(tx, batch, passes, 0);
      const waiting = await tx.first(principal, countUnavailable, { batchId: id, organizationId });
      if ((waiting?.rows ?? 0) === 0) return end(tx, batch, undefined);
      if (passes >= MOST_FRUITLESS_PASSES) return end(tx, batch, 'posting_unavailable');
      await tx.many(principal, reopenRows, { batchId: id, organizationId });
      return this.#later(tx, batch, passes + 1, this.#parts.timing.firstLookMs * 2 ** passes);
    });
  }

  async #later(tx: Transaction, batch: BatchWork, fruitlessPasses: number, pauseMs: number): Promise<void> {
    const { id, organizationId } = batch;
    await tx.many(batchesOf(batch), releaseBatch, { id, organizationId, fruitlessPasses, pauseMs });
    await enqueueBatch(tx, batch, pauseMs);
  }

  #stop(batch: BatchWork, reason: PaymentBatchStop): Promise<void> {
    return this.#parts.db.transaction((tx) => end(tx, batch, reason));
  }
}

function hindranceOf(standing: BatchPermissions | undefined): PaymentBatchStop | undefined {
  if (standing?.isActive !== true) return 'organization_inactive';
  return standing.isKeyValid ? undefined : 'key_invalid';
}

function isDone({ outcome }: TriedRow | WrittenRow): boolean {
  return outcome !== 'unavailable';
}

function stopsAt({ mode }: BatchWork, written: readonly WrittenRow[]): boolean {
  return mode === 'stop' && written.some(({ outcome }) => outcome === 'refused');
}

const LOST_PAYMENTS =
  'payments recorded by a batch are missing from the database, as after a failover that lost commits: their rows are tried again';

/** Number of rows that were recorded but are written as `unavailable` because their payment is missing. */
function lostAmong(tried: readonly TriedRow[], written: readonly WrittenRow[]): number {
  const recorded = new Set(tried.flatMap(({ position, paymentId }) => (paymentId === null ? [] : position)));
  return written.filter((row) => recorded.has(row.position) && !isDone(row)).length;
}

async function end(tx: Transaction, batch: BatchWork, stopReason: PaymentBatchStop | undefined): Promise<void> {
  const { id, organizationId } = batch;
  const status = stopReason === undefined ? 'completed' : 'stopped';
  await tx.many(batchesOf(batch), endBatch, { id, organizationId, status, stopReason: stopReason ?? null });
}
