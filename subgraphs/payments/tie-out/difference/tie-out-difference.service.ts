import { dateRange, instants } from '../../../../core/contract/date-range.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { type ListParts } from '../../../../core/db/paged-lists.js';
import type { ListArguments } from '../../../../core/graphql/organization-and-date-arguments.js';
import { readRequestedPage } from '../../../../core/graphql/read-requested-page.js';
import { codeFilter } from '../../../../core/ids/ids.js';
import { type Principal, requireRole } from '../../../../core/principal/principal.js';
import type { Clock } from '../../../../core/time/clock.js';
import type { IsoDate } from '../../../../core/time/dates.js';
import { servicingDate } from '../../../../core/time/servicing-day.js';
import { sideFilter } from '../day/side-filter.js';
import type { DifferenceStatus } from './difference-status.js';
import { differencesById, TIE_OUT_DIFFERENCES, type TieOutDifferenceRow } from './tie-out-difference.reads.store.js';

export interface TieOutDifferenceRequest extends ListArguments {
  readonly kinds?: readonly string[] | null;
  readonly statuses?: readonly DifferenceStatus[] | null;
  readonly side?: string | null;
  readonly businessDay?: string | null;
}

/** For operators: the differences, their status, and the facts of both sides. */
export class TieOutDifferenceService {
  constructor(private readonly parts: ListParts & { readonly clock: Clock }) {}

  /**
   * The latest found first; `from` and `to` are the days on which they were first found, in UTC. @throws {Problem}
   * `insufficient_scope`
   */
  async list(principal: Principal, request: TieOutDifferenceRequest): Promise<Page<TieOutDifferenceRow>> {
    requireRole(principal, 'viewer');
    const { from, to, side, businessDay } = request;
    const kinds = inOrder(request.kinds)?.map((kind) => codeFilter(kind) ?? '') ?? null;
    const statuses = inOrder(request.statuses);
    const parameters = {
      ...{ kinds, statuses, subject: sideFilter(side), day: dateRange(businessDay, null).from, today: this.#today() },
      ...instants(dateRange(from, to)),
    };
    const filters = {
      ...{ side, businessDay },
      ...{ kinds: kinds && JSON.stringify(kinds), statuses: statuses && JSON.stringify(statuses) },
    };
    return readRequestedPage(this.parts, principal, TIE_OUT_DIFFERENCES, parameters, filters, request);
  }

  /** The difference of each exception, in the order of `ids`; null: another kind of exception. */
  async ofExceptions(principal: Principal, ids: readonly string[]): Promise<readonly (TieOutDifferenceRow | null)[]> {
    requireRole(principal, 'viewer');
    const rows = await this.parts.db.many(principal, differencesById, { ids, today: this.#today() });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id) ?? null);
  }

  #today(): IsoDate {
    return servicingDate(this.parts.clock.now());
  }
}

function inOrder<T extends string>(words: readonly T[] | null | undefined): readonly T[] | null {
  return words ? [...new Set(words)].toSorted() : null;
}
