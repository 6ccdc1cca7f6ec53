import { businessClock } from '../../core/business-time/business-clock.js';
import type { Transaction } from '../../core/db/database.js';
import { Problem } from '../../core/errors/problem.js';
import type { ServiceParts } from '../../core/service-parts.js';
import { isoInstant } from '../../core/time/dates.js';
import { businessDayOf } from '../rules/business-day.js';
import { BOARDING, isRequesterAuthorized, markArriving, markReceiving } from './boarding.store.js';
import { Meter } from './byte-meter.js';
import { digestAs } from './file-digest.js';
import { analyzeStaged } from './planner-statistics.store.js';
import { rowsOf } from './read-file.js';
import { markSkipped } from './skipped-loans.store.js';
import { PROBLEMS, STAGED_LOANS, STAGED_TRANSACTIONS } from './staging.store.js';
import { Chunk } from './staging-chunk.js';
import type { Upload } from './upload-interface.js';
import { HeldBytes, MOST_OF_UPLOAD } from './upload-memory.js';

/** Rows of a file that are staged in one transaction. */
const CHUNK_ROWS = 10_000;
/** How often an upload records that bytes are still arriving. */
const SAYS_EVERY_MS = 15_000;

export interface ReceivingParts extends Pick<ServiceParts, 'db' | 'clock'> {
  /** Called after each chunk. */
  readonly onProgress?: ((rows: number) => void) | undefined;
  /** Runs in the transaction that records the arrival of the whole file. */
  readonly arrived: (tx: Transaction, counts: FileCounts) => Promise<void>;
}

export interface FileCounts {
  readonly lines: number;
  readonly loans: number;
  readonly transactions: number;
  readonly errors: number;
}

/**
 * Reads a file as it arrives, row by row, and stages the rows that are valid on their own; only one chunk is held in
 * memory.
 *
 * @throws {Problem} `payload_too_large`, `service_unavailable` (arriving files hold too much memory), `invalid_token`
 *   (the key was revoked during the upload), `ledger_boarding_over` (it was abandoned during the upload); and any error
 *   of the file's stream, after which the boarding is to be dropped.
 */
export async function receive(
  { db, clock, onProgress, arrived }: ReceivingParts,
  {
    skipsInvalid,
    isStrict,
    actor,
    ...boarding
  }: {
    readonly organizationId: string;
    readonly id: string;
    readonly skipsInvalid: boolean;
    readonly isStrict: boolean;
    readonly actor: string;
  },
  upload: Upload,
): Promise<void> {
  const today = businessDayOf((await businessClock(db, clock, boarding.organizationId)).now());
  let saidAt = clock.now().epochMilliseconds;
  const arriving = async () => {
    const now = clock.now();
    if (now.epochMilliseconds - saidAt < SAYS_EVERY_MS) return;
    if ((await db.first(BOARDING, markArriving, { ...boarding, at: isoInstant(now) })) === undefined) throw over();
    saidAt = now.epochMilliseconds;
  };
  const held = new HeldBytes();
  const chunk = new Chunk({ boardingId: boarding.id, today, isStrict });
  const metered = new Meter(upload, held, arriving);
  const flush = async (isLast: boolean) => {
    const { organizationId } = boarding;
    const standing = await db.first(BOARDING, isRequesterAuthorized, { organizationId, actor });
    if (standing?.mayGoOn !== true) throw new Problem('invalid_token');
    await db.transaction(async (tx) => {
      const taken = await tx.first(BOARDING, markReceiving, {
        ...boarding,
        ...chunk.counts,
        warningCounts: JSON.stringify(chunk.warnings),
        bytes: metered.bytes,
        control: chunk.control === null ? null : JSON.stringify(chunk.control),
        unstaged: JSON.stringify(chunk.unstaged.counts),
        fileDigest: isLast ? digestAs(metered.digest(), upload.charset) : null,
        at: isoInstant(clock.now()),
      });
      if (taken === undefined) throw over();
      await tx.copy(BOARDING, STAGED_LOANS, organizationId, chunk.loans);
      await tx.copy(BOARDING, STAGED_TRANSACTIONS, organizationId, chunk.transactions);
      await tx.copy(BOARDING, PROBLEMS, organizationId, chunk.problems);
      const loanNumbers = [...chunk.leftOut];
      if (skipsInvalid && loanNumbers.length > 0) await tx.many(BOARDING, markSkipped, { ...boarding, loanNumbers });
      if (isLast) await arrived(tx, chunk.counts);
    });
    onProgress?.(chunk.counts.loans + chunk.counts.transactions);
    chunk.clear();
    held.release();
  };
  const bytes = metered[Symbol.asyncIterator]();
  try {
    // No `return`: when parsing stops early, the rest is still read, because the digest of the whole file identifies a
    // repeated upload.
    const arrivingBytes = { [Symbol.asyncIterator]: () => ({ next: () => bytes.next() }) };
    for await (const fileRow of rowsOf(arrivingBytes, upload.format, upload.charset ?? 'utf-8')) {
      if (fileRow !== null) chunk.add(fileRow);
      if (chunk.size >= CHUNK_ROWS || held.own >= MOST_OF_UPLOAD) await flush(false);
    }
    await flush(false);
    while ((await bytes.next()).done !== true) held.release();
  } finally {
    held.release();
    await bytes.return(undefined);
  }
  await db.transaction((tx) => tx.many(BOARDING, analyzeStaged, {}), { isBulk: true });
  await flush(true);
}

function over(): Problem {
  return new Problem('ledger_boarding_over', { status: 'abandoned' });
}
