import { Temporal } from 'temporal-polyfill';
import { newId } from '../../../../core/ids/ids.js';
import { isoInstant } from '../../../../core/time/dates.js';
import { servicingDate } from '../../../../core/time/servicing-day.js';
import type { Borrower } from '../borrowers.js';
import type { Row } from '../insert-rows.js';
import { type InstrumentName, instrumentColumns } from './instruments.js';

/** Additional instruments that some borrowers of each organization have stored, in turn, with their nicknames. */
const UNCHARGED: readonly (readonly [InstrumentName, string | null])[] = [
  ['diners', null],
  ['imported', 'From the old system'],
  ['expired', null],
  ['lost', 'Left in a taxi'],
  ['visa', 'Joint card'],
  ['wallet', null],
];

/** One borrower in this many has an instrument that no schedule charges. */
const UNCHARGED_EVERY = 4;

/** The stored payment methods in the order of creation. A borrower's first one is the default. */
export class MethodBook {
  readonly rows: Row[] = [];
  readonly #now: Temporal.Instant;
  readonly #owners = new Set<string>();

  constructor(now: Temporal.Instant) {
    this.#now = now;
  }

  store(owner: Borrower, instrument: InstrumentName, at: Temporal.Instant, nickname: string | null) {
    const stored = {
      id: newId(),
      organization_id: owner.organizationId,
      party_id: owner.id,
      nickname,
      holder_name: owner.displayName,
      ...instrumentColumns(instrument, owner.id, Number(servicingDate(this.#now).slice(0, 4))),
      is_active: true,
      is_default: !this.#owners.has(owner.id),
      created_at: isoInstant(at),
    };
    this.#owners.add(owner.id);
    this.rows.push(stored);
    return stored;
  }

  deactivate(stored: { readonly id: string }, at: Temporal.Instant): void {
    const index = this.rows.findIndex(({ id }) => id === stored.id);
    const row = this.rows[index];
    if (row === undefined) throw new Error('only what was stored can be deactivated');
    this.rows[index] = { ...row, is_active: false, is_default: false, deactivated_at: isoInstant(at) };
  }

  /** Instruments that no schedule charges; those of a lost card are inactive. */
  storeUncharged(borrowers: readonly Borrower[]): void {
    const owners = borrowers.filter((_, index) => index % UNCHARGED_EVERY === 1);
    const counts = new Map<string, number>();
    for (const owner of owners) {
      const place = counts.get(owner.organizationId) ?? 0;
      counts.set(owner.organizationId, place + 1);
      const [instrument, nickname] = UNCHARGED[place % UNCHARGED.length] ?? ['visa', null];
      const stored = this.store(owner, instrument, this.#notYet(owner.knownSince.add({ hours: 30 })), nickname);
      if (instrument === 'lost') this.deactivate(stored, this.#notYet(owner.knownSince.add({ hours: 300 })));
    }
  }

  /** No demo data are dated in the future. */
  #notYet(at: Temporal.Instant): Temporal.Instant {
    return Temporal.Instant.compare(at, this.#now) < 0 ? at : this.#now;
  }
}
