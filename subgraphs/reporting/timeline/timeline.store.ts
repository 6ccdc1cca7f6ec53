import { derived, type RowOf } from '../../../core/db/columns.js';
import {
  AFTER_EVERY_DATE,
  AFTER_EVERY_ID,
  type ListDefinition,
  type NestedListDefinition,
} from '../../../core/db/paged-lists.js';
import { statement } from '../../../core/db/statement.js';
import { SERVICING_ZONE } from '../../../core/time/servicing-day.js';
import { promiseState, receivedForPromise } from '../../../loan-model/notes/promise-state-sql.js';

const ENTRY = derived({
  accountId: 'Account.id',
  id: 'text',
  kind: 'text',
  sortAt: 'timestamptz',
  happenedAt: 'timestamptz?',
  effectiveOn: 'date?',
  type: 'text?',
  status: 'text?',
  amountCents: 'int8?',
  paymentMethod: 'text?',
  reason: 'text?',
  referenceNumber: 'int8?',
  takenBackAt: 'timestamptz?',
  isNsf: 'bool?',
  attempts: 'int8?',
  nextTryOn: 'date?',
  actor: 'text?',
});
export type TimelineRow = RowOf<typeof ENTRY>;

/** Sorts undated entries before everything. */
const UNDATED = `timestamptz '1700-01-01T00:00:00Z'`;

/** All kinds have the same columns in the same order. */
type Shown = Readonly<
  Partial<Record<Exclude<keyof TimelineRow, 'accountId' | 'kind' | 'sortAt' | 'happenedAt'>, string>>
>;

const TYPES: Readonly<Record<keyof Shown, string>> = {
  id: 'text',
  effectiveOn: 'date',
  type: 'text',
  status: 'text',
  amountCents: 'bigint',
  paymentMethod: 'text',
  reason: 'text',
  referenceNumber: 'bigint',
  takenBackAt: 'timestamptz',
  isNsf: 'boolean',
  attempts: 'bigint',
  nextTryOn: 'date',
  actor: 'text',
};

interface Source {
  readonly kind: string;
  /** When it happened; null if unknown. */
  readonly at: string;
  readonly shown: Shown & { readonly id: string };
  /** FROM and WHERE: rows of one account, `a`. */
  readonly from: string;
}

/**
 * When a transaction was recorded in Tributary. For one imported much later, the start of its effective day in New
 * York; null without an effective date.
 */
const OF_TRANSACTION = `case when t.effective_at is null then null
  when (t.created_at at time zone '${SERVICING_ZONE}')::date between t.effective_at - 7 and t.effective_at + 7 then t.created_at
  else t.effective_at::timestamp at time zone '${SERVICING_ZONE}' end`;

/** Postings already shown as payments and runs. */
const POSTED_HERE = `
  select c.posting_external_id from collected_payment c
   where c.organization_id = a.organization_id and c.account_id = a.id and c.posting_external_id is not null`;
const POSTED_BY_RUNS = `
  select r.posting_external_id from autopay_run r
   where r.organization_id = a.organization_id and r.account_id = a.id and r.posting_external_id is not null
  union all
  select y.posting_external_id from autopay_run r
    join autopay_correction y on y.organization_id = r.organization_id and y.run_id = r.id
   where r.organization_id = a.organization_id and r.account_id = a.id and y.organization_id = a.organization_id
     and y.posting_external_id is not null`;

const SOURCES: readonly Source[] = [
  {
    kind: 'payment',
    at: 'c.created_at',
    shown: {
      id: 'c.id',
      effectiveOn: 'c.effective_date',
      status: 'c.status::text',
      amountCents: 'c.amount_cents',
      paymentMethod: 'c.payment_method::text',
      reason: 'v.reason',
      referenceNumber: 'c.reference_number',
      takenBackAt: 'v.reversed_at',
      isNsf: 'v.is_nsf',
      actor: 'c.recorded_by',
    },
    from: `collected_payment c
      left join payment_reversal v on v.organization_id = c.organization_id and v.payment_id = c.id and v.status <> 'refused'
      where c.organization_id = a.organization_id and c.account_id = a.id`,
  },
  {
    kind: 'autopay_run',
    at: 'r.created_at',
    shown: {
      id: 'r.id',
      effectiveOn: 'coalesce(r.effective_date, r.due_on)',
      status: 'r.status::text',
      amountCents: 'r.amount_cents',
      reason: 'r.failure_code',
      referenceNumber: 'r.reference_number',
      takenBackAt: 'r.refunded_at',
      attempts:
        '(select count(*) from autopay_attempt y where y.organization_id = r.organization_id and y.run_id = r.id)',
      nextTryOn: 'r.next_try_on',
      type: `case when s.is_one_time then 'one_time' end`,
      actor: 'case when s.is_one_time then s.created_by end',
    },
    from: `autopay_run r join autopay_schedule s on s.organization_id = r.organization_id and s.id = r.schedule_id
      where r.organization_id = a.organization_id and r.account_id = a.id`,
  },
  {
    kind: 'schedule',
    at: 's.created_at',
    shown: {
      id: 's.id',
      effectiveOn: 's.start_date',
      status: 's.status::text',
      amountCents: 's.amount_cents',
      actor: 's.created_by',
    },
    from: 'autopay_schedule s where s.organization_id = a.organization_id and s.account_id = a.id and not s.is_one_time',
  },
  {
    kind: 'lifecycle_event',
    at: 'e.occurred_at',
    shown: { id: 'e.id', type: 'e.type::text', status: 'e.to_status::text' },
    from: 'lifecycle_event e where e.organization_id = a.organization_id and e.account_id = a.id',
  },
  {
    kind: 'transaction',
    at: OF_TRANSACTION,
    shown: {
      id: 't.id',
      effectiveOn: 't.effective_at',
      type: 't.type',
      status: 't.status',
      amountCents: 't.amount_cents',
      paymentMethod: 't.payment_method',
      reason: 't.reason',
    },
    from: `transaction t
      left join transaction o on o.organization_id = t.organization_id and o.id = t.original_transaction_id
       and t.type in ('reversal', 'nsf')
      where t.organization_id = a.organization_id and t.account_id = a.id
        and not (t.type = 'payment' and (t.external_id in (${POSTED_HERE}) or t.external_id in (${POSTED_BY_RUNS})))
        and not coalesce(o.external_id in (${POSTED_HERE}), false)`,
  },
];

/** Shown only to operators, like the exceptions. */
const DISPUTES: Source = {
  kind: 'dispute',
  at: 'd.opened_at',
  shown: {
    id: 'd.id',
    status: 'd.status::text',
    amountCents: 'd.amount_cents',
    reason: 'd.reason',
  },
  from: 'dispute d where d.organization_id = a.organization_id and d.account_id = a.id',
};

/** Shown only to operators. */
const EXCEPTIONS: Source = {
  kind: 'exception',
  at: 'x.created_at',
  shown: {
    id: 'x.id',
    type: 'x.kind',
    status: `case when x.resolved_at is null then 'open' else 'resolved' end`,
    reason: 'x.resolution',
    actor: 'x.resolved_by',
  },
  from: `operator_exception x where x.organization_id = a.organization_id and x.subject_id in (
    select c.id from collected_payment c where c.organization_id = a.organization_id and c.account_id = a.id
    union all select r.id from autopay_run r where r.organization_id = a.organization_id and r.account_id = a.id
    union all select d.id from dispute d where d.organization_id = a.organization_id and d.account_id = a.id
    union all select y.id from autopay_correction y join autopay_run r on r.organization_id = y.organization_id and r.id = y.run_id
      where y.organization_id = a.organization_id and r.organization_id = a.organization_id and r.account_id = a.id
    union all select v.id from payment_reversal v join collected_payment c on c.organization_id = v.organization_id and c.id = v.payment_id
      where v.organization_id = a.organization_id and c.organization_id = a.organization_id and c.account_id = a.id)`,
};

/** Shown only to operators. The status of a promise to pay is whether it was kept. */
const notes = (today: string): Source => ({
  kind: 'note',
  at: 'n.created_at',
  shown: {
    id: 'n.id',
    type: 'n.kind::text',
    effectiveOn: 'n.promised_on',
    status: promiseState({ note: 'n', received: receivedForPromise('n'), today }),
    amountCents: 'n.promised_cents',
    reason: 'n.text',
    actor: 'coalesce(n.written_by_name, n.written_by)',
  },
  from: 'account_note n where n.organization_id = a.organization_id and n.account_id = a.id',
});

/** An account has hundreds of entries, rarely thousands, so they are sorted on read. */
function entries({ kind, at, shown, from }: Source, more: string): string {
  const columns = Object.entries(TYPES).map(([name, type]) => {
    const sql = Object.entries(shown).find(([field]) => field === name)?.[1];
    return `${sql ?? 'null'}::${type} as "${name}"`;
  });
  return `select '${kind}' as kind, ${at} as "happenedAt", ${columns.join(', ')} from ${from} ${more}`;
}

function pageOf({
  isOperator,
  today,
  after,
  limit,
}: Readonly<Record<'isOperator' | 'today' | 'after' | 'limit', string>>): string {
  const forOperators = [DISPUTES, EXCEPTIONS, notes(today)].map((source) =>
    entries(source, `and ${isOperator}::boolean`),
  );
  const all = [...SOURCES.map((source) => entries(source, '')), ...forOperators];
  return `
    select a.id as "accountId", entry.*, coalesce(entry."happenedAt", ${UNDATED}) as "sortAt" from (${all.join(' union all ')}) entry
    where ${after} order by coalesce(entry."happenedAt", ${UNDATED}) desc, entry.id desc limit ${limit}`;
}

const NAMES = ENTRY.given.map(({ name }) => `page."${name}"`).join(', ');

type OfAccount = { accountId: string; isOperator: boolean; today: string };
type After = { afterAt: string; afterId: string };

const timelinePage = statement({
  name: 'timeline.page_of_account',
  takes: {
    accountId: 'Account.id',
    isOperator: 'bool',
    today: 'date',
    afterAt: 'timestamptz',
    afterId: 'text',
    limit: 'int8',
  },
  gives: ENTRY,
  text: ({ p, scope }) => `
    select ${NAMES} from account a cross join lateral (${pageOf({
      isOperator: p.isOperator,
      today: p.today,
      after: `(coalesce(entry."happenedAt", ${UNDATED}), entry.id) < (${p.afterAt}::timestamptz, ${p.afterId}::text)`,
      limit: p.limit,
    })}) page
    where a.id = ${p.accountId} and ${scope('a.organization_id')} order by page."sortAt" desc, page.id desc`,
});

/** Newest first; undated entries last. */
export const TIMELINE: ListDefinition<OfAccount, After, TimelineRow> = {
  name: 'account_timeline',
  statement: timelinePage,
  start: { afterAt: AFTER_EVERY_DATE, afterId: AFTER_EVERY_ID },
  positionOf: ({ sortAt, id }) => ({ afterAt: sortAt, afterId: id }),
};

type OfAccounts = { accountIds: readonly string[]; isOperator: boolean; today: string };

const timelinePages = statement({
  name: 'timeline.pages_of_accounts',
  takes: { accountIds: 'Account.id[]', isOperator: 'bool', today: 'date', limit: 'int8' },
  gives: ENTRY,
  text: ({ p, scope, oneOf }) => `
    select ${NAMES} from account a
    cross join lateral (${pageOf({ isOperator: p.isOperator, today: p.today, after: 'true', limit: p.limit })}) page
    where ${oneOf('a.id', 'accountIds')} and ${scope('a.organization_id')} order by page."sortAt" desc, page.id desc`,
});

export const TIMELINES: NestedListDefinition<OfAccounts, After, TimelineRow> = {
  list: TIMELINE,
  statement: timelinePages,
  parentFilter: 'accountId',
  parentOf: ({ accountId }) => accountId,
};
