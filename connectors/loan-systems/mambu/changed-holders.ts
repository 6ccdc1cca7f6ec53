import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { Logger } from '../../../core/logging/logger.js';
import type { Clock } from '../../../core/time/clock.js';
import { type IsoInstant, isoInstant } from '../../../core/time/dates.js';
import type { HeadPage, LoanHead } from '../../../loan-model/loan-source-types.js';
import type { Reached } from '../../../loan-model/port.js';
import type { MambuApi } from './api.js';
import { headOf } from './loan-mapping.js';
import { FIRST_CURSOR, MOST_PER_PAGE } from './mambu-loan-set-source.js';
import { headShape, type MambuHead } from './response-schemas.js';

type Kind = 'clients' | 'groups';

/** Few, because all loans of these holders are in one page. */
const HOLDERS_A_PAGE = 100;
/** A full pass has no instant to begin from. It follows another pass within a day; this is a wide margin. */
const FULL_PASS_HOURS = 48;

/**
 * Loans whose holder was modified, by Mambu's modification dates of clients and groups. A loan's own date and revision
 * do not change with its holder's contact data.
 */
export class ChangedHolders {
  readonly #api: MambuApi;
  readonly #clock: Clock;
  readonly #log: Logger;

  constructor(api: MambuApi, clock: Clock, log: Logger) {
    this.#api = api;
    this.#clock = clock;
    this.#log = log;
  }

  /** @param page - null: the first; otherwise a page that `isHolderPage`. */
  async heads(since: IsoInstant | null, page: string | null): Promise<Reached<HeadPage>> {
    const from = since ?? isoInstant(this.#clock.now().subtract({ hours: FULL_PASS_HOURS }));
    const [kind, cursor] = placeOf(page);
    const first = await this.#page(kind, from, cursor);
    if (kind === 'groups' || first.kind === 'unavailable' || first.value.next !== null) return first;
    const groups = await this.#page('groups', from, FIRST_CURSOR);
    if (groups.kind === 'unavailable') return groups;
    const { heads, next } = groups.value;
    return { kind: 'answered', value: { heads: [...first.value.heads, ...heads], next } };
  }

  async #page(kind: Kind, from: IsoInstant, cursor: string): Promise<Reached<HeadPage>> {
    const holders = await search(this.#api, `/${kind}:search`, [modifiedSince(from)], cursor, HOLDERS_A_PAGE);
    if (holders.kind === 'unavailable') {
      if (holders.isWell !== true) return { kind: 'unavailable' };
      this.#log.warn({ kind }, 'Mambu refuses to list modified clients or groups: contact data may be old');
    }
    const { rows, next } = holders.kind === 'answered' ? holders.value : { rows: [], next: null };
    const loans = await this.#loansOf(rows.map(({ encodedKey }) => encodedKey));
    if (loans.kind === 'unavailable') return { kind: 'unavailable' };
    return { kind: 'answered', value: { heads: loans.value, next: next === null ? null : `${kind} ${next}` } };
  }

  async #loansOf(holders: readonly string[]): Promise<Reached<readonly LoanHead[]>> {
    const found: LoanHead[] = [];
    const held = { field: 'accountHolderKey', operator: 'IN', values: holders };
    for (let cursor = holders.length === 0 ? null : FIRST_CURSOR; cursor !== null; ) {
      const loans = await search(this.#api, '/loans:search', [held], cursor, MOST_PER_PAGE);
      if (loans.kind === 'unavailable') return loans;
      found.push(...loans.value.rows.map(readAgain));
      cursor = loans.value.next;
    }
    return { kind: 'answered', value: found };
  }
}

/** Whether a page continues the holders, and not the loans: a cursor of Mambu has no space. */
export function isHolderPage(page: string | null): boolean {
  return page?.includes(' ') === true;
}

function placeOf(page: string | null): readonly [kind: Kind, cursor: string] {
  const [kind, cursor = FIRST_CURSOR] = page?.split(' ') ?? [];
  return [kind === 'groups' ? 'groups' : 'clients', cursor];
}

/** With another revision than the stored one, so that the loan is read again with its borrowers. */
export function readAgain(loan: MambuHead): LoanHead {
  const { externalId, revision } = headOf(loan);
  return { externalId, revision: `${revision}+holder` };
}

/** One second earlier, because `AFTER` excludes the instant itself, and Mambu's times are whole seconds. */
export function modifiedSince(since: IsoInstant): object {
  const value = isoInstant(Temporal.Instant.from(since).subtract({ seconds: 1 }));
  return { field: 'lastModifiedDate', operator: 'AFTER', value };
}

interface Found {
  readonly rows: readonly MambuHead[];
  readonly next: string | null;
}

async function search(
  api: MambuApi,
  path: string,
  filterCriteria: readonly object[],
  cursor: string,
  limit: number,
): Promise<Reached<Found>> {
  const query = { detailsLevel: 'BASIC', cursor, limit };
  const read = await api.read({ method: 'POST', path, query, body: { filterCriteria } }, z.array(headShape));
  if (read.kind === 'unavailable') return read;
  if (read.value === 'absent') return { kind: 'unavailable' };
  const { content, headers } = read.value;
  return { kind: 'answered', value: { rows: content, next: headers['items-next-cursor'] || null } };
}
