import { Temporal } from 'temporal-polyfill';
import { encodeTime } from 'ulid';
import { AUTOPAY_RUN_STATUSES } from '../../../core/contract/autopay.js';
import { COLLECTED_PAYMENT_STATUSES } from '../../../core/contract/collected-payment.js';
import { dateRange, instants } from '../../../core/contract/date-range.js';
import { UNKNOWN_OUTCOME_KINDS } from '../../../core/contract/unknown-outcome-kinds.js';
import type { Database } from '../../../core/db/database.js';
import { limitToOrganization, type Principal, requireRole, requireScope } from '../../../core/principal/principal.js';
import type { Clock } from '../../../core/time/clock.js';
import { addDays } from '../../../core/time/dates.js';
import { servicingDate } from '../../../core/time/servicing-day.js';
import type {
  AutopayRunCount,
  AutopayRunCountArguments,
  OperatorExceptionCount,
  PaymentCount,
  PaymentCountArguments,
  UnknownOutcomeCount,
} from './counts.type.js';
import { openExceptionCounts, paymentCounts, runCounts } from './counts-by-status.reads.store.js';
import { unknownOutcomes } from './unknown-outcomes.reads.store.js';

const NONE = { rows: 0, amountCents: 0, isExact: true };

/**
 * Numbers of rows in lists, by the lists' filters; every requested status is returned, in the requested order.
 *
 * @throws {Problem} `insufficient_scope`, `organization_out_of_scope`, `invalid_date_range`.
 */
export class CountService {
  readonly #db: Database;
  readonly #clock: Clock;

  constructor(db: Database, clock: Clock) {
    [this.#db, this.#clock] = [db, clock];
  }

  async payments(principal: Principal, request: PaymentCountArguments): Promise<readonly PaymentCount[]> {
    requireScope(principal, 'external_payments:read');
    const found = await this.#db.many(
      limitToOrganization(principal, request.organizationId),
      paymentCounts,
      filtersOf(request),
    );
    return asked(COLLECTED_PAYMENT_STATUSES, request).map((status) => {
      const { rows, amountCents, isExact } = found.find((row) => row.status === status) ?? NONE;
      return { status, payments: rows, amountCents, isExact };
    });
  }

  async runs(principal: Principal, request: AutopayRunCountArguments): Promise<readonly AutopayRunCount[]> {
    requireScope(principal, 'autopay:read');
    const found = await this.#db.many(
      limitToOrganization(principal, request.organizationId),
      runCounts,
      filtersOf(request),
    );
    return asked(AUTOPAY_RUN_STATUSES, request).map((status) => {
      const { rows, amountCents, isExact } = found.find((row) => row.status === status) ?? NONE;
      return { status, runs: rows, amountCents, isExact };
    });
  }

  /** Kinds without an exception that needs a decision now are left out. */
  async exceptions(principal: Principal, organizationId?: string | null): Promise<readonly OperatorExceptionCount[]> {
    requireRole(principal, 'viewer');
    const today = servicingDate(this.#clock.now());
    return this.#db.many(limitToOrganization(principal, organizationId), openExceptionCounts, { today });
  }

  /** Every kind, also those without any. */
  async unknownOutcomes(principal: Principal, organizationId?: string | null): Promise<readonly UnknownOutcomeCount[]> {
    requireRole(principal, 'viewer');
    const found = await this.#db.many(limitToOrganization(principal, organizationId), unknownOutcomes, {});
    return UNKNOWN_OUTCOME_KINDS.map(
      (kind) => found.find((row) => row.kind === kind) ?? { kind, open: 0, oldestAt: null, isExact: true },
    );
  }
}

type CountRequest = PaymentCountArguments | AutopayRunCountArguments;

function asked(every: readonly string[], { statuses }: CountRequest): readonly string[] {
  return every.filter((status) => statuses?.includes(status) ?? true);
}

/** Ids are ULIDs, so ids from before the first day can be skipped; less two days, for other time zones and for an id created before its row. */
function filtersOf({ from, to, timeZone, statuses = null }: CountRequest) {
  const range = dateRange(from, to);
  const begins = range.from === null ? undefined : Temporal.Instant.from(`${addDays(range.from, -2)}T00:00:00Z`);
  return {
    ...instants(range, timeZone),
    statuses,
    leastId: begins === undefined ? '' : encodeTime(Math.max(0, begins.epochMilliseconds)),
  };
}
