import { dateRange } from '../../../../core/contract/date-range.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { type ListParts } from '../../../../core/db/paged-lists.js';
import type { ListArguments } from '../../../../core/graphql/organization-and-date-arguments.js';
import { readRequestedPage } from '../../../../core/graphql/read-requested-page.js';
import { type Principal, requireRole } from '../../../../core/principal/principal.js';
import type { Clock } from '../../../../core/time/clock.js';
import { servicingDate } from '../../../../core/time/servicing-day.js';
import { sideFilter } from './side-filter.js';
import { TIE_OUT_DAYS, type TieOutDayRow } from './tie-out-day.reads.store.js';

export interface TieOutDayRequest extends ListArguments {
  readonly side?: string | null;
}

/** For operators: the result of each business day and side. */
export class TieOutDayService {
  constructor(private readonly parts: ListParts & { readonly clock: Clock }) {}

  /** Latest business day first; `from` and `to` are business days. @throws {Problem} `insufficient_scope` */
  async list(principal: Principal, request: TieOutDayRequest): Promise<Page<TieOutDayRow>> {
    requireRole(principal, 'viewer');
    const { from, to, side } = request;
    const range = dateRange(from, to);
    const parameters = {
      from: range.from ?? '-infinity',
      to: range.to ?? 'infinity',
      subject: sideFilter(side),
      today: servicingDate(this.parts.clock.now()),
    };
    return readRequestedPage(this.parts, principal, TIE_OUT_DAYS, parameters, { side }, request);
  }
}
