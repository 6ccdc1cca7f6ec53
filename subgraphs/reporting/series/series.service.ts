import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { checkedBody } from '../../../core/contract/checked-write.js';
import { dateRange } from '../../../core/contract/date-range.js';
import { text } from '../../../core/contract/text.js';
import type { Database } from '../../../core/db/database.js';
import { type Cursors, type Page, pageLimit } from '../../../core/db/list-cursors-and-limits.js';
import { readPage } from '../../../core/db/paged-lists.js';
import { invalid } from '../../../core/errors/problem.js';
import { wrongValue } from '../../../core/errors/validation.js';
import { codeFilter } from '../../../core/ids/ids.js';
import { limitToOrganization, type Principal, requireScope } from '../../../core/principal/principal.js';
import type { ServiceParts } from '../../../core/service-parts.js';
import { addDays, type IsoDate, isoDate } from '../../../core/time/dates.js';
import { BUCKETS } from '../report/aging-bucket-filter.js';
import { ROLLED_ACCOUNTS, type RolledAccountRow } from './rolled-accounts.store.js';
import { BALANCES, bucketsByDay, positionsThrough, rollsByMonth } from './series.store.js';
import type {
  BalanceSeries,
  BalanceSeriesArguments,
  DelinquencySeries,
  RolledAccountsArguments,
  RollRate,
  RollRateArguments,
  SeriesArguments,
} from './series.type.js';
import { MOST_POINTS, seriesDays } from './series-days.js';

const STATES = z.object({ from_state: text({ maximum: 100 }), to_state: text({ maximum: 100 }) });
const NO_SHARE = '0.000000';
const NOTHING = { accounts: 0, balanceCents: 0, pastDueCents: 0, shareOfBalance: NO_SHARE };

/**
 * Balances, delinquency and roll rates over time, from the positions written each evening, without later entries.
 *
 * @throws {Problem} `insufficient_scope`, `organization_out_of_scope`, `invalid_date_range`; `validation_failed` for
 * too many days.
 */
export class SeriesService {
  readonly #db: Database;
  readonly #cursors: Cursors;

  constructor({ db, cursors }: Pick<ServiceParts, 'db' | 'cursors'>) {
    this.#db = db;
    this.#cursors = cursors;
  }

  async balances(principal: Principal, request: BalanceSeriesArguments): Promise<BalanceSeries> {
    const { caller, through, days, narrowed } = await this.#asked(principal, request);
    if (days.length === 0) return { through, points: [] };
    return { through, points: await this.#db.many(caller, BALANCES[request.groupBy], { days, ...narrowed }) };
  }

  async delinquency(principal: Principal, request: SeriesArguments): Promise<DelinquencySeries> {
    const { caller, through, days, narrowed } = await this.#asked(principal, request);
    if (days.length === 0) return { through, points: [] };
    const rows = await this.#db.many(caller, bucketsByDay, { days, ...narrowed });
    const found = new Map(rows.map((row) => [`${row.day} ${row.bucket}`, row]));
    const written = new Set(rows.map(({ day }) => day));
    const points = days
      .filter((day) => written.has(day))
      .flatMap((day) =>
        BUCKETS.map((bucket) => {
          const row = found.get(`${day} ${bucket}`) ?? { ...NOTHING, day, bucket };
          return { ...row, shareOfBalance: row.shareOfBalance ?? NO_SHARE };
        }),
      );
    return { through, points };
  }

  async rollRates(principal: Principal, request: RollRateArguments): Promise<readonly RollRate[]> {
    const { caller, through } = await this.#reach(principal, request.organizationId);
    const { from, to } = dateRange(request.from, request.to);
    if (through === null) return [];
    const most = to !== null && to < through ? to : through;
    const least = from ?? isoDate(Temporal.PlainDate.from(most).subtract({ months: 12 }).add({ days: 1 }));
    return this.#db.many(caller, rollsByMonth, { least, most, ...narrowedBy(request) });
  }

  /**
   * The accounts of a roll rate, by their snapshots at both month ends. Unlike the rate, they include entries booked
   * for those days later, as the reports of a day do.
   *
   * @throws {Problem} also `validation_failed` for a day that is not the end of a month, and for a state that is too
   * long.
   */
  async rolledAccounts(principal: Principal, request: RolledAccountsArguments): Promise<Page<RolledAccountRow>> {
    const { caller, through } = await this.#reach(principal, request.organizationId);
    const { organizationId, loanSystemCode, productId } = request;
    const { from_state: fromState, to_state: toState } = checkedBody(STATES, {
      from_state: request.fromState,
      to_state: request.toState,
    });
    const monthEnd = endOfMonth(request.monthEnd);
    // A month that is not finished has no roll rates.
    if (through === null || monthEnd > through)
      return { items: [], page: { nextCursor: null, hasMore: false, limit: pageLimit(request.limit) } };
    const previousEnd = addDays(`${monthEnd.slice(0, 8)}01` as IsoDate, -1);
    const { productId: ofProduct, ...narrowed } = narrowedBy(request);
    return readPage(
      { db: this.#db, cursors: this.#cursors },
      caller,
      ROLLED_ACCOUNTS,
      { previousEnd, monthEnd, fromState, toState, ...narrowed, ofProduct },
      { organizationId, monthEnd, fromState, toState, loanSystemCode, productId },
      request,
    );
  }

  async #asked(principal: Principal, request: SeriesArguments) {
    const { caller, through } = await this.#reach(principal, request.organizationId);
    const { from, to } = dateRange(request.from, request.to);
    const narrowed = narrowedBy(request);
    if (through === null) return { caller, through, days: [], narrowed };
    const last = to !== null && to < through ? to : through;
    const first = from ?? isoDate(Temporal.PlainDate.from(last).subtract({ years: 1 }).add({ days: 1 }));
    const days = seriesDays(first, last, request.interval);
    if (days === undefined) {
      throw invalid([
        wrongValue('from', `a series has at most ${MOST_POINTS} points: use fewer days or a longer interval`, first),
      ]);
    }
    return { caller, through, days, narrowed };
  }

  async #reach(principal: Principal, organizationId: string | null | undefined) {
    requireScope(principal, 'reports:read');
    const caller = limitToOrganization(principal, organizationId);
    const found = await this.#db.first(caller, positionsThrough, {});
    const through: IsoDate | null = found?.through ? (found.through as IsoDate) : null;
    return { caller, through };
  }
}

function narrowedBy({ loanSystemCode, productId }: Pick<SeriesArguments, 'loanSystemCode' | 'productId'>) {
  return { loanSystemCode: codeFilter(loanSystemCode), productId: codeFilter(productId) };
}

function endOfMonth(text: string): IsoDate {
  const { from: day } = dateRange(text, null);
  if (day === null || !addDays(day, 1).endsWith('-01')) {
    throw invalid([wrongValue('month_end', 'must be the last day of a month', text)]);
  }
  return day;
}
