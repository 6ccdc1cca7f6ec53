import type { Logger } from '../../../../core/logging/logger.js';
import type { IsoDate } from '../../../../core/time/dates.js';
import type { SourceLoan } from '../../../../loan-model/loan-source-types.js';
import type { LoanSource } from '../../../../loan-model/port.js';
import { readLoan } from './read-loan-from-source.js';
import { readingMark } from './reading-mark.store.js';
import { SYNC, type SyncedSystem, type WriteParts, writeDeleted, writeLoan } from './write-loan.js';

/**
 * Result for one loan. `superseded`: a later reading has already been written. `odd`: the system answered, and
 * Tributary cannot store the loan as it is (another currency, a fraction of a cent).
 */
export type LoanOutcome =
  | { readonly kind: 'written'; readonly transactions: number }
  | { readonly kind: 'superseded' | 'absent' | 'unavailable' | 'odd' };

export interface LoanSyncParts extends WriteParts {
  readonly logger: Logger;
}

/** Syncs one loan: reads it completely, then writes it in one transaction. */
export class LoanSync {
  constructor(private readonly parts: LoanSyncParts) {}

  async sync(system: SyncedSystem, source: LoanSource, externalId: string): Promise<LoanOutcome> {
    const mark = await takeMark(this.parts);
    const reading = await readLoan(source, externalId);
    if (reading.kind === 'unavailable') return { kind: reading.isWell && !reading.mayPass ? 'odd' : 'unavailable' };
    if (reading.value === 'absent') return { kind: 'absent' };
    const { loan, transactions } = reading.value;
    warnOfUnknownStatus(this.parts, system, loan);
    const written = await writeLoan(this.parts, system, reading.value, mark);
    return written === 'written' ? { kind: written, transactions: transactions.length } : { kind: written };
  }

  /** As `sync`; also marks a loan that the system no longer has. */
  async syncOrDelete(
    system: SyncedSystem,
    source: LoanSource,
    externalId: string,
    businessDay: IsoDate,
  ): Promise<LoanOutcome> {
    const mark = await takeMark(this.parts);
    const outcome = await this.sync(system, source, externalId);
    if (outcome.kind === 'absent') await writeDeleted(this.parts, system, { externalId, mark, businessDay });
    return outcome;
  }
}

/** Taken before a reading begins, so that an earlier reading never overwrites a later one. */
export async function takeMark({ db }: Pick<WriteParts, 'db'>): Promise<number> {
  const taken = await db.first(SYNC, readingMark, {});
  if (taken === undefined) throw new Error('Postgres returned no time');
  return taken.mark;
}

export function warnOfUnknownStatus(
  { logger }: { readonly logger: Logger },
  system: SyncedSystem,
  { externalId, statusCode, sourceStatus }: SourceLoan,
): void {
  if (statusCode !== 'unknown') return;
  logger.warn({ ...system, loan: externalId, source_status: sourceStatus }, 'a loan has an unknown status');
}
