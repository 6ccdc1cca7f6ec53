import { derived } from '../../../core/db/columns.js';
import { type StatementTools, statement } from '../../../core/db/statement.js';
import type { PositionGroup } from './series.type.js';

/** The last day for which every organization with positions has written them. */
export const positionsThrough = statement({
  name: 'series.through',
  across: 'lenders',
  gives: derived({ through: 'date?' }),
  text: ({ scope }) => `
    select min(w.through) as through from positions_written w where ${scope('w.organization_id')}`,
});

const NARROWED = { days: 'text[]', loanSystemCode: 'text?', productId: 'text?' } as const;
type Narrowed = StatementTools<{ days: readonly string[]; loanSystemCode: string | null; productId: string | null }>;

/** Few rows per day, along the key (organization, day). */
function positionsOf({ p, scope }: Narrowed): string {
  return `from daily_position d
    where ${scope('d.organization_id')} and d.day = any(${p.days}::text[]::date[])
      and (${p.loanSystemCode}::text is null or d.loan_system_code = ${p.loanSystemCode})
      and (${p.productId}::text is null or d.product_id = ${p.productId})`;
}

const SUMS = `sum(d.accounts)::bigint as accounts, sum(d.balance_cents)::bigint as "balanceCents",
  sum(d.past_due_cents)::bigint as "pastDueCents"`;
const SUM_TYPES = { accounts: 'int8', balanceCents: 'int8', pastDueCents: 'int8' } as const;

function balances(group: PositionGroup, sql: string) {
  return statement({
    name: `series.balances_by_${group.toLowerCase()}`,
    across: 'lenders',
    takes: NARROWED,
    gives: derived({ day: 'DailyPosition.day', group: 'text?', ...SUM_TYPES }),
    text: (tools) => `
      select d.day, ${sql} as "group", ${SUMS} ${positionsOf(tools)} group by 1, 2 order by 1, 2`,
  });
}

export const BALANCES = {
  NONE: balances('NONE', 'null::text'),
  STATUS: balances('STATUS', 'd.status_code::text'),
  PRODUCT: balances('PRODUCT', 'd.product_id'),
  LOAN_SYSTEM: balances('LOAN_SYSTEM', 'd.loan_system_code'),
} as const satisfies Readonly<Record<PositionGroup, unknown>>;

export const bucketsByDay = statement({
  name: 'series.buckets',
  across: 'lenders',
  takes: NARROWED,
  gives: derived({ day: 'DailyPosition.day', bucket: 'text', ...SUM_TYPES, shareOfBalance: 'text?' }),
  text: (tools) => `
    select d.day, d.bucket, ${SUMS},
      round(sum(d.balance_cents) / nullif(sum(sum(d.balance_cents)) over (partition by d.day), 0), 6)::text as "shareOfBalance"
    ${positionsOf(tools)} and d.bucket <> '' group by d.day, d.bucket order by d.day`,
});

export const rollsByMonth = statement({
  name: 'series.rolls',
  across: 'lenders',
  takes: { least: 'date', most: 'date', loanSystemCode: 'text?', productId: 'text?' },
  gives: derived({
    monthEnd: 'MonthlyRoll.monthEnd',
    fromState: 'text',
    toState: 'text',
    accounts: 'int8',
    balanceCents: 'int8',
    rateOfAccounts: 'text',
    rateOfBalance: 'text?',
  }),
  text: ({ p, scope }) => `
    select r.month_end as "monthEnd", r.from_state as "fromState", r.to_state as "toState",
      sum(r.accounts)::bigint as accounts, sum(r.balance_cents)::bigint as "balanceCents",
      round(sum(r.accounts) / sum(sum(r.accounts)) over origin, 6)::text as "rateOfAccounts",
      round(sum(r.balance_cents) / nullif(sum(sum(r.balance_cents)) over origin, 0), 6)::text as "rateOfBalance"
    from monthly_roll r
    where ${scope('r.organization_id')} and r.month_end between ${p.least}::date and ${p.most}::date
      and (${p.loanSystemCode}::text is null or r.loan_system_code = ${p.loanSystemCode})
      and (${p.productId}::text is null or r.product_id = ${p.productId})
    group by r.month_end, r.from_state, r.to_state
    window origin as (partition by r.month_end, r.from_state)
    order by r.month_end, r.from_state, r.to_state`,
});
