import { derived } from '../../../core/db/columns.js';
import { statement } from '../../../core/db/statement.js';
import { SERVICING_ZONE } from '../../../core/time/servicing-day.js';
import type { ReceiptDay, ReceiptGroup } from './receipts.type.js';

/** The time zones of the lenders in scope. */
export const timeZones = statement({
  name: 'receipts.time_zones',
  across: 'lenders',
  gives: derived({ timeZone: 'Organization.timeZone' }),
  text: ({ scope }) => `select distinct o.time_zone as "timeZone" from organization o where ${scope('o.id')}`,
});

/**
 * For a payment recorded in Tributary the exact time is known, and with it the lender's local day. For a migrated
 * payment only the day of entry is known, and for one reported by another system only its effective date. For lenders
 * in New York the time gives the same day as the row, so it is not read.
 */
const ENTERED_ON = `case when organization.time_zone <> '${SERVICING_ZONE}' and t.received_on = (t.created_at at time zone '${SERVICING_ZONE}')::date
  then (t.created_at at time zone organization.time_zone)::date else coalesce(t.received_on, t.sort_on) end`;

export const RECEIPT_DAYS_IN_SQL = {
  // Uses the index on the day in New York, which differs by at most one day from any local day.
  ENTERED: {
    day: ENTERED_ON,
    range: (least: string, most: string) =>
      `coalesce(t.received_on, t.sort_on) between ${least}::date - 1 and ${most}::date + 1
       and ${ENTERED_ON} between ${least}::date and ${most}::date`,
  },
  BUSINESS_DAY: {
    day: 't.sort_on',
    range: (least: string, most: string) => `t.sort_on between ${least}::date and ${most}::date`,
  },
} as const satisfies Readonly<Record<ReceiptDay, unknown>>;

const GROUPS = {
  NONE: { sql: 'null::text', join: '' },
  METHOD: { sql: 't.payment_method', join: '' },
  LOAN_SYSTEM: {
    sql: 'a.loan_system_code',
    join: 'join account a on a.organization_id = t.organization_id and a.id = t.account_id',
  },
} as const satisfies Readonly<Record<ReceiptGroup, unknown>>;

/** Summed from the payments themselves, along their index, so that a reversal of an old payment shows at once. */
function receipts(by: ReceiptDay, groupBy: ReceiptGroup) {
  const { day, range } = RECEIPT_DAYS_IN_SQL[by];
  const { sql, join } = GROUPS[groupBy];
  return statement({
    name: `receipts.by_${by.toLowerCase()}_${groupBy.toLowerCase()}`,
    across: 'lenders',
    takes: { least: 'date', most: 'date' },
    gives: derived({
      day: 'date',
      group: 'text?',
      payments: 'int8',
      grossCents: 'int8',
      reversedCents: 'int8',
      unknown: 'int8',
    }),
    text: ({ p, scope }) => `
      select r.day, r."group", sum(r.payments)::bigint as payments, sum(r.gross_cents)::bigint as "grossCents",
        sum(r.reversed_cents)::bigint as "reversedCents", sum(r.unknown)::bigint as unknown
      from organization
      cross join lateral (
        select t.organization_id, ${day} as day, ${sql} as "group", count(*) as payments, coalesce(sum(t.amount_cents), 0) as gross_cents,
          coalesce(sum(t.amount_cents) filter (where t.status = 'reversed'), 0) as reversed_cents,
          count(*) filter (where t.amount_cents is null) as unknown
        from transaction t ${join}
        where t.organization_id = organization.id and t.type = 'payment' and t.status is distinct from 'deleted'
          and ${range(p.least, p.most)}
        group by 1, 2, 3) r
      where ${scope('organization.id')} and ${scope('r.organization_id')}
      group by r.day, r."group" order by r.day, r."group"`,
  });
}

export const RECEIPT_SUMS = {
  ENTERED: {
    NONE: receipts('ENTERED', 'NONE'),
    METHOD: receipts('ENTERED', 'METHOD'),
    LOAN_SYSTEM: receipts('ENTERED', 'LOAN_SYSTEM'),
  },
  BUSINESS_DAY: {
    NONE: receipts('BUSINESS_DAY', 'NONE'),
    METHOD: receipts('BUSINESS_DAY', 'METHOD'),
    LOAN_SYSTEM: receipts('BUSINESS_DAY', 'LOAN_SYSTEM'),
  },
} as const satisfies Readonly<Record<ReceiptDay, Readonly<Record<ReceiptGroup, unknown>>>>;
