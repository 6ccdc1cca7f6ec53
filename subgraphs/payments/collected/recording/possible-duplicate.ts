import type { Placeholder, Sql } from '../../../../core/db/written.js';
import { sql } from '../../../../core/db/written.js';
import type { IsoDate } from '../../../../core/time/dates.js';
import { SERVICING_ZONE } from '../../../../core/time/servicing-day.js';
import { previousBusinessDay } from '../../../../ledger/rules/business-day.js';
import type { NewPayment } from './new-payment.js';

/** How many business days ago an equal check or money order was recorded at most. */
const CHECK_DAYS = 3;

/** What a statement that records a payment takes to find the one that it equals. */
export const EQUAL_SINCE = { equalSince: 'date' } as const;

/**
 * The first business day on which an equal payment counts as a possible duplicate. A check is easily entered twice on different
 * days, from the paper and from its copy; cash and cards are paid again on purpose the next day.
 */
export function equalSince(businessDay: IsoDate, { checkNumber }: Pick<NewPayment, 'checkNumber'>): IsoDate {
  let day = businessDay;
  for (let back = checkNumber === null ? 0 : CHECK_DAYS; back > 0; back -= 1) day = previousBusinessDay(day);
  return day;
}

type Equal = { readonly [F in EqualField]: Placeholder<NewPayment[F]> } & { readonly equalSince: Placeholder<string> };
type EqualField = 'id' | 'organizationId' | 'accountId' | 'amountCents' | 'paymentMethod' | 'checkNumber';

/**
 * SQL: the payment recorded last among those that a new one equals by account, method, amount and check number; null without one. Failed and reversed
 * payments do not count: a check that came back is deposited again. Payments without an outcome count.
 *
 * To be read under the lock of the account or its loan, by a statement after the one that took it: of two that race the later
 * one then finds the other.
 *
 * Rows of earlier versions have no `recorded_on`: they count from the day on which they were applied, or else recorded.
 */
export function possibleDuplicate(p: Equal, scope: (column: string) => string): Sql {
  return sql(`(
      select e.id from collected_payment e
       where e.organization_id = ${p.organizationId} and e.account_id = ${p.accountId} and ${scope('e.organization_id')}
         and e.amount_cents = ${p.amountCents}::bigint and e.payment_method = ${p.paymentMethod}::collected_payment_method
         and e.check_number is not distinct from ${p.checkNumber}::bigint
         and e.status not in ('failed', 'reversed') and e.id <> ${p.id}
         and coalesce(e.recorded_on, e.effective_date, (e.created_at at time zone '${SERVICING_ZONE}')::date) >= ${p.equalSince}::date
       order by e.created_at desc, e.id desc limit 1)`);
}
