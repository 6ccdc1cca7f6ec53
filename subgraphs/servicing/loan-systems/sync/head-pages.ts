import type { LoanHead } from '../../../../loan-model/loan-source-types.js';
import { markSeen } from '../../../../loan-model/projection/synced-loan.store.js';
import { noteMissed } from './missed-changes.js';
import type { LoansRead } from './page-result.js';
import type { Lease, RunningPass } from './pass.store.js';
import { type DifferingHead, headsToRead } from './pass-loans.store.js';
import { beginReading, type PageInReading, type SetParts, writePage } from './sync-loans-in-sets.js';
import { SYNC } from './write-loan.js';

const HEADS_A_PAGE = 200;

export type SyncedPage =
  | { readonly kind: 'synced'; readonly read: LoansRead; readonly heads: number; readonly next: string | null }
  | { readonly kind: 'unavailable' };

interface HeadPagesParts extends SetParts {
  readonly lease: Lease;
}

/** The pages of heads of one pass. While a page is written, the next one is read, and none after it. */
export class HeadPages {
  readonly #parts: HeadPagesParts;
  readonly #pass: RunningPass;
  #ahead: PageAhead | undefined;

  constructor(parts: HeadPagesParts, pass: RunningPass) {
    this.#parts = parts;
    this.#pass = pass;
  }

  /**
   * Loans whose revision differs from the stored one are read and written.
   *
   * @param pass - its current state.
   */
  async sync(page: string | null, pass: RunningPass): Promise<SyncedPage> {
    const begun = await this.#takeReadAhead(page, pass.changesPosition);
    if (begun.kind === 'unavailable') return begun;
    const { heads, next, changed, loans, position } = begun;
    let isWriting = true;
    const readNext = () => {
      if (isWriting && next !== null && !this.#parts.shallPause())
        this.#ahead = this.#begin(next, pass.changesPosition, changed);
    };
    loans.batches.allRead.then(readNext);
    try {
      const revisions = new Map<string, string>();
      const noteRead = (externalId: string, revision: string) => void revisions.set(externalId, revision);
      const read = await writePage({ ...this.#parts, noteRead }, loans);
      await noteMissed(this.#parts, pass, position, changed, revisions);
      if (read.kind === 'read') await this.#markUnchangedSeen(heads, changed);
      return { kind: 'synced', read, heads: heads.length, next };
    } finally {
      isWriting = false;
      await loans.batches.settled();
    }
  }

  /** Waits until nothing is being read. */
  async dropReadAhead(): Promise<void> {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    if (ahead === undefined) return;
    ahead.isDropped = true;
    const begun = await ahead.reading.catch(() => undefined);
    if (begun?.kind === 'begun') await begun.loans.batches.settled();
  }

  async #takeReadAhead(page: string | null, position: string | null): Promise<PositionedPage> {
    if (this.#ahead?.page !== page) await this.dropReadAhead();
    const { reading } = this.#ahead ?? this.#begin(page, position, []);
    this.#ahead = undefined;
    return reading;
  }

  #begin(page: string | null, position: string | null, listedBefore: readonly DifferingHead[]): PageAhead {
    const { shallPause } = this.#parts;
    const ahead: PageAhead = {
      page,
      isDropped: false,
      reading: this.#read(page, listedBefore, () => ahead.isDropped || shallPause()).then((begun) => ({
        ...begun,
        position,
      })),
    };
    // An error is thrown when the page's turn comes.
    ahead.reading.catch(() => undefined);
    return ahead;
  }

  async #read(
    page: string | null,
    listedBefore: readonly DifferingHead[],
    shallPause: () => boolean,
  ): Promise<BegunPage> {
    const { db, source, owner } = this.#parts;
    const { since, startedAt } = this.#pass;
    const reached = await source.heads({ since, page, limit: HEADS_A_PAGE });
    if (reached.kind === 'unavailable') return { kind: 'unavailable' };
    const { heads, next } = reached.value;
    const held = { organizationId: owner.organizationId, code: owner.loanSystemCode };
    const differing = await db.many(SYNC, headsToRead, { ...held, startedAt, heads: JSON.stringify(heads) });
    // The page before may not be stored yet. A loan that it has with the same revision is not read twice.
    const before = new Map(listedBefore.map(({ externalId, revision }) => [externalId, revision]));
    const changed = differing.filter(({ externalId, revision }) => before.get(externalId) !== revision);
    const loans = await beginReading({ ...this.#parts, shallPause }, changed);
    return { kind: 'begun', heads, next, changed, loans };
  }

  /** A full pass finds the loans that are gone by those that it has not seen. */
  async #markUnchangedSeen(heads: readonly LoanHead[], changed: readonly DifferingHead[]): Promise<void> {
    if (this.#pass.mode !== 'full') return;
    const { db, owner } = this.#parts;
    const unchanged = new Set(heads.map(({ externalId }) => externalId));
    for (const { externalId } of changed) unchanged.delete(externalId);
    if (unchanged.size === 0) return;
    const held = { organizationId: owner.organizationId, code: owner.loanSystemCode };
    await db.many(SYNC, markSeen, { ...held, externalIds: [...unchanged] });
  }
}

interface PageAhead {
  readonly page: string | null;
  readonly reading: Promise<PositionedPage>;
  isDropped: boolean;
}

/** With the position of the list of changes before the page was read. */
type PositionedPage = BegunPage & { readonly position: string | null };

type BegunPage =
  | {
      readonly kind: 'begun';
      readonly heads: readonly LoanHead[];
      readonly next: string | null;
      readonly changed: readonly DifferingHead[];
      readonly loans: PageInReading;
    }
  | { readonly kind: 'unavailable' };
