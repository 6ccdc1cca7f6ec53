import type { Placeholder, Sql } from '../../../../core/db/insert-sql.js';
import { sql } from '../../../../core/db/insert-sql.js';
import type { IsoDate } from '../../../../core/time/dates.js';
import { SERVICING_ZONE } from '../../../../core/time/servicing-day.js';
import { previousBusinessDay } from '../../../../ledger/rules/business-day.js';
import type { NewPayment } from './new-payment-columns.js';

/** An equal check or money order counts if it was recorded at most this many business days ago. */
const CHECK_DAYS = 3;

/** The parameter with which a recording statement finds an equal payment. */
export const EQUAL_SINCE = { equalSince: 'date' } as const;

/**
 * The first business day on which an equal payment counts as a possible duplicate. A check is easily entered twice
 * on different days, from the paper and from its copy; a second cash or card payment on the next day is usually
 * intended.
 */
export function equalSince(businessDay: IsoDate, { checkNumber }: Pick<NewPayment, 'checkNumber'>): IsoDate {
  let day = businessDay;
  for (let back = checkNumber === null ? 0 : CHECK_DAYS; back > 0; back -= 1) day = previousBusinessDay(day);
  return day;
}

type Equal = { readonly [F in EqualField]: Placeholder<NewPayment[F]> } & { readonly equalSince: Placeholder<string> };
type EqualField = 'id' | 'organizationId' | 'accountId' | 'amountCents' | 'paymentMethod' | 'checkNumber';
type SamePaper = Omit<Equal, 'id' | 'amountCents'>;

/**
 * SQL: the latest recorded payment that equals a new one by account, method, amount and check number; null without
 * one. Failed and reversed payments do not count: a returned check is deposited again. Payments without an outcome
 * count.
 *
 * Run it under the lock of the account or its loan, in a statement after the one that took the lock: of two that
 * race, the later one then finds the other.
 *
 * Rows of earlier versions have no `recorded_on`: they count from the day on which they were applied or, without
 * one, recorded.
 */
export function possibleDuplicate(p: Equal, scope: (column: string) => string): Sql {
  return sql(`(
      select e.id from collected_payment e
       where ${isSamePaper(p, scope)}
         and e.amount_cents = ${p.amountCents}::bigint and e.id <> ${p.id}
       order by e.created_at desc, e.id desc limit 1)`);
}

/**
 * SQL: payments `e` of the account in the same time, by the same method and with the same check number, that were not
 * reversed and did not fail; of any amount.
 */
export function isSamePaper(p: SamePaper, scope: (column: string) => string): string {
  return `e.organization_id = ${p.organizationId} and e.account_id = ${p.accountId} and ${scope('e.organization_id')}
         and e.payment_method = ${p.paymentMethod}::collected_payment_method
         and e.check_number is not distinct from ${p.checkNumber}::bigint
         and e.status not in ('failed', 'reversed')
         and coalesce(e.recorded_on, e.effective_date, (e.created_at at time zone '${SERVICING_ZONE}')::date) >= ${p.equalSince}::date`;
}
