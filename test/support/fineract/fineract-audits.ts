import { systemClock } from '../../../core/time/clock.js';
import type { WireAnswer } from '../loan-faults.js';
import { internalServerError } from './fineract-errors.js';

/** One executed command. */
export interface AuditEntry {
  readonly id: number;
  /** Milliseconds since 1970: when the command came, before it was committed. */
  readonly madeAt: number;
  readonly actionName: string;
  readonly entityName: string;
  readonly resourceId?: number | undefined;
  readonly clientId?: number | undefined;
  readonly loanId?: number | undefined;
  readonly url: string;
  /** Undefined: entries about addresses and collection sheets have no office. */
  readonly office?: number | undefined;
  /** 1 processed, 2 awaiting approval, 4 under processing, 5 error. */
  status: number;
  /** Whether other transactions see it. */
  isCommitted: boolean;
}

export const HEAD_OFFICE = 1;
const NEWEST = 200;

/** Fineract's log of commands. As in its source, an entry has its id and its time before the command is committed. */
export class AuditLog {
  readonly entries: AuditEntry[] = [];
  /** The office of the API's user: outside the head office, it sees entries of its own office only. */
  office = HEAD_OFFICE;
  /** Servers after 1.11 always return pages, and can filter by time. */
  newer = false;
  /** Off while many loans are made at once: commands of long ago, which were deleted since. */
  isOn = true;
  now = () => systemClock.now().epochMilliseconds;
  #ids = 0;

  add(entry: Omit<AuditEntry, 'id' | 'madeAt' | 'status' | 'isCommitted'>): AuditEntry | undefined {
    if (!this.isOn) return undefined;
    const made = { id: ++this.#ids, madeAt: this.now(), status: 1, isCommitted: true, ...entry };
    this.entries.push(made);
    return made;
  }

  /** The job that deletes processed commands. */
  purge(): void {
    this.entries.length = 0;
  }

  /** Fineract's database is that of an earlier backup: later entries are gone, and their ids are used again. */
  restore(entries: number): void {
    this.entries.length = entries;
    this.#ids = this.entries.at(-1)?.id ?? 0;
  }

  answer(query: URLSearchParams): WireAnswer {
    const from = query.get('makerDateTimeFrom');
    // Its filter compares a column of times with a text.
    if (from !== null && !this.newer) return internalServerError();
    const status = query.get('processingResult');
    const since = from === null ? 0 : Date.parse(`${from.replace(' ', 'T')}Z`);
    const shown = this.entries
      .filter((entry) => entry.isCommitted && entry.madeAt >= since)
      .filter((entry) => status === null || entry.status === Number(status))
      .filter(({ office }) => this.office === HEAD_OFFICE || office === this.office)
      .sort((one, other) => other.id - one.id);
    if (!this.newer && query.get('paged') !== 'true') return ok(shown.slice(0, NEWEST).map(wireEntry));
    if (query.get('orderBy') === 'id' && query.get('sortOrder') === 'ASC') shown.reverse();
    const offset = Number(query.get('offset') ?? 0);
    const pageItems = shown.slice(offset, offset + Number(query.get('limit') ?? NEWEST)).map(wireEntry);
    // Up to 1.11 on Postgres, the total is that of the page.
    return ok({ totalFilteredRecords: this.newer ? shown.length : pageItems.length, pageItems });
  }
}

function wireEntry({ madeAt, office, status: _, isCommitted: __, ...entry }: AuditEntry) {
  return {
    ...entry,
    maker: 'mifos',
    madeOnDate: madeAt,
    officeName: office === undefined ? undefined : `Office ${office}`,
  };
}

function ok(body: unknown): WireAnswer {
  return { status: 200, body: JSON.stringify(body) };
}
