import { derived } from '../../../core/db/columns.js';
import { statement } from '../../../core/db/statement.js';
import { accountsOnDay, BUCKET, balanceDay, isOpen } from '../report/balance-report.js';
import { agedInTotal } from './aging-buckets.js';

/**
 * The accounts of the aged balance report, grouped by the bucket of their oldest unpaid installment. Empty buckets
 * are missing.
 */
export const agingByBucket = statement({
  name: 'aging.by_bucket',
  across: 'lenders',
  takes: { asOf: 'date', bookedBy: 'date' },
  gives: derived({
    bucket: 'text',
    accounts: 'int8',
    balanceCents: 'int8',
    pastDueCents: 'int8',
    shareOfBalance: 'text?',
  }),
  text: ({ p, scope }) => {
    const day = balanceDay(p);
    return `
      select bucket, count(*) as accounts, sum(balance_cents)::bigint as "balanceCents",
        sum(past_due_cents)::bigint as "pastDueCents",
        round(sum(balance_cents) / nullif(sum(sum(balance_cents)) over (), 0), 6)::text as "shareOfBalance"
      from (
        select ${BUCKET} as bucket, s.balance_cents, aged.total_past_due_cents as past_due_cents
        from ${accountsOnDay(day)} ${agedInTotal(day)}
        where ${scope('a.organization_id')} and ${isOpen(day)}) account
      group by bucket`;
  },
});
