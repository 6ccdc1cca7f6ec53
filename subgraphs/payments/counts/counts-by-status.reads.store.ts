import { AUTOPAY_RUN_STATUSES } from '../../../core/contract/autopay.js';
import { COLLECTED_PAYMENT_STATUSES } from '../../../core/contract/collected-payment.js';
import { derived } from '../../../core/db/columns.js';
import { statement } from '../../../core/db/statement.js';
import { needsDecisionNow } from '../exceptions/exception-state-sql.js';

/** The most rows counted per lender and status; that takes some tens of milliseconds. */
export const MOST_COUNTED = 100_000;

/** `statuses`: the requested ones; null: all. Rows with other statuses are not read. */
const ASKED = {
  createdFrom: 'timestamptz',
  createdBefore: 'timestamptz',
  leastId: 'text',
  statuses: 'text[]?',
} as const;

interface Counted {
  readonly table: string;
  readonly amount: string;
  /** Rows of `r` of one lender (`organization.id`) and status, along an index whose next column is the id. */
  readonly ofStatus: (status: string) => string;
  readonly statuses: readonly string[];
}

/** One row per status that occurs. */
function counts(
  { table, amount, ofStatus, statuses }: Counted,
  p: Readonly<Record<keyof typeof ASKED, string>>,
  scope: (column: string) => string,
) {
  const each = statuses.map(
    (status) => `
      select '${status}' as status, count(*) as rows, coalesce(sum(cents), 0) as cents from (
        select ${amount} as cents from ${table} r
        where (${p.statuses}::text[] is null or '${status}' = any(${p.statuses}::text[])) and ${ofStatus(status)} and r.id >= ${p.leastId}::text
          and r.created_at >= ${p.createdFrom}::timestamptz and r.created_at < ${p.createdBefore}::timestamptz
        order by r.organization_id desc, r.id desc limit ${MOST_COUNTED}) found`,
  );
  return `
    select counted.status, sum(counted.rows)::bigint as rows, sum(counted.cents)::bigint as "amountCents",
      bool_and(counted.rows < ${MOST_COUNTED}) as "isExact"
    from organization cross join lateral (${each.join(' union all ')}) counted
    where ${scope('organization.id')} group by counted.status having sum(counted.rows) > 0`;
}

const COUNTED = derived({ status: 'text', rows: 'int8', amountCents: 'int8', isExact: 'bool' });

export const paymentCounts = statement({
  name: 'counts.payments',
  across: 'lenders',
  takes: ASKED,
  gives: COUNTED,
  text: ({ p, scope }) =>
    counts(
      {
        table: 'collected_payment',
        amount: 'r.amount_cents',
        statuses: COLLECTED_PAYMENT_STATUSES,
        // Nearly all runs are posted, so a scan of all finds them quickly; the other statuses have an index of their
        // own.
        ofStatus: (status) =>
          `r.organization_id = organization.id and r.status = '${status}'${status === 'posted' ? '' : ` and r.status <> 'posted'`}`,
      },
      p,
      scope,
    ),
});

export const runCounts = statement({
  name: 'counts.autopay_runs',
  across: 'lenders',
  takes: ASKED,
  gives: COUNTED,
  text: ({ p, scope }) =>
    counts(
      {
        table: 'autopay_run',
        amount: 'r.amount_cents',
        statuses: AUTOPAY_RUN_STATUSES,
        ofStatus: (status) => `r.organization_id = organization.id and r.status = '${status}'`,
      },
      p,
      scope,
    ),
});

/** All exceptions that need a decision now: open ones have an index of their own and are few. */
export const openExceptionCounts = statement({
  name: 'counts.open_exceptions',
  across: 'lenders',
  takes: { today: 'date' },
  gives: derived({ kind: 'text', open: 'int8', oldestAt: 'timestamptz' }),
  text: ({ p, scope }) => `
    select x.kind, count(*) as open, min(x.created_at) as "oldestAt" from operator_exception x
     where ${scope('x.organization_id')} and ${needsDecisionNow('x', p.today)} group by x.kind order by x.kind`,
});
