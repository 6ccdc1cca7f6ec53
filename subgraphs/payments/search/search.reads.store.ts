import { derived, type RowOf } from '../../../core/db/columns.js';
import { containsFolded } from '../../../core/db/folded-text-sql.js';
import { mergedAcrossOrganizations } from '../../../core/db/paged-lists.js';
import { statement } from '../../../core/db/statement.js';

const HIT = derived({
  kind: 'text',
  matchedBy: 'text',
  id: 'text',
  organizationId: 'text',
  accountId: 'text?',
  amountCents: 'int8?',
  status: 'text',
  day: 'date?',
});
export type SearchHitRow = RowOf<typeof HIT>;

/** Columns of a hit by its kind; `alias` is the table's. */
const KINDS = {
  payment: (c: string) => ({
    account: `${c}.account_id`,
    amount: `${c}.amount_cents`,
    status: `${c}.status::text`,
    day: `coalesce(${c}.effective_date, ${c}.recorded_on)`,
  }),
  autopay_run: (r: string) => ({
    account: `${r}.account_id`,
    amount: `${r}.amount_cents`,
    status: `${r}.status::text`,
    day: `${r}.due_on`,
  }),
  autopay_schedule: (s: string) => ({
    account: `${s}.account_id`,
    amount: `${s}.amount_cents`,
    status: `${s}.status::text`,
    day: `${s}.next_run_date`,
  }),
  payment_method: (m: string) => ({
    account: `(select max(b.account_id) from account_borrower b
      where b.organization_id = ${m}.organization_id and b.person_id = ${m}.party_id)`,
    amount: 'null::bigint',
    status: `case when ${m}.is_active then 'active' else 'inactive' end`,
    day: 'null::date',
  }),
  dispute: (d: string) => ({
    account: `${d}.account_id`,
    amount: `${d}.amount_cents`,
    status: `${d}.status::text`,
    day: `${d}.opened_at::date`,
  }),
} as const;

export type SearchedKind = keyof typeof KINDS;

const TABLES: Readonly<Record<SearchedKind, string>> = {
  payment: 'collected_payment',
  autopay_run: 'autopay_run',
  autopay_schedule: 'autopay_schedule',
  payment_method: 'payment_method',
  dispute: 'dispute',
};

/** SELECT of hits of one kind, up to its FROM: the kind's table is `h`. */
function hits(kind: SearchedKind, matchedBy: string): string {
  const { account, amount, status, day } = KINDS[kind]('h');
  return `select '${kind}' as kind, '${matchedBy}' as "matchedBy", h.id, h.organization_id as "organizationId",
      ${account} as "accountId", ${amount} as "amountCents", ${status} as status, ${day} as day
    from ${TABLES[kind]} h`;
}

const joined = (alias: string) => `h.organization_id = ${alias}.organization_id`;

/** Objects with this id; a reversal's id finds its payment, an attempt's its run. */
export const hitsById = statement({
  name: 'payments.search.by_id',
  across: 'lenders',
  takes: { id: 'text' },
  gives: HIT,
  text: ({ p, scope }) =>
    [
      ...(Object.keys(KINDS) as SearchedKind[]).map(
        (kind) => `${hits(kind, 'id')} where h.id = ${p.id} and ${scope('h.organization_id')}`,
      ),
      `${hits('payment', 'id')} join payment_reversal r on ${joined('r')} and h.id = r.payment_id
        where r.id = ${p.id} and ${scope('r.organization_id')}`,
      `${hits('autopay_run', 'id')} join autopay_attempt t on ${joined('t')} and h.id = t.run_id
        where t.id = ${p.id} and ${scope('t.organization_id')}`,
    ].join(' union all '),
});

/** Most rows of one lookup whose value several rows may share. */
export const MOST_FOUND = 20;

/** Payments of which one column, at the beginning of an index, has this value: newest first. */
function paymentsBy<const Value extends 'text' | 'int8'>(
  name: string,
  matchedBy: string,
  column: string,
  takes: Value,
) {
  return statement({
    name,
    across: 'lenders',
    takes: { value: takes },
    gives: HIT,
    text: ({ p, scope, only }) =>
      mergedAcrossOrganizations({
        rows: `${hits('payment', matchedBy)} where h.organization_id = organization.id and h.${column} = ${p.value}`,
        order: 'h.id desc',
        mergedOrder: 'id desc',
        limit: String(MOST_FOUND),
        scope,
        only,
      }),
  });
}

/** By the collector's own reference. */
export const paymentsByReference = paymentsBy(
  'payments.search.by_external_reference',
  'reference',
  'external_reference',
  'text',
);
export const paymentsByCheckNumber = paymentsBy(
  'payments.search.by_check_number',
  'check_number',
  'check_number',
  'int8',
);
export const paymentsByAmount = paymentsBy('payments.search.by_amount', 'amount', 'amount_cents', 'int8');

/**
 * One part of a lookup by a value that several rows may share, newest first; so equal references have a fixed order.
 */
function newest(rows: string): string {
  return `(${rows} order by h.id desc limit ${MOST_FOUND})`;
}

/** By what loan systems and card processors call a posting, a charge or a dispute. */
export const hitsByOutsideReference = statement({
  name: 'payments.search.by_outside_reference',
  across: 'lenders',
  takes: { reference: 'text' },
  gives: HIT,
  text: ({ p, scope }) =>
    [
      `${hits('payment', 'loan_system_reference')}
        where h.posting_reference is not null and h.posting_external_id = ${p.reference} and ${scope('h.organization_id')}`,
      `${hits('payment', 'loan_system_reference')}
        where h.posting_reference = ${p.reference} and ${scope('h.organization_id')}`,
      `${hits('autopay_run', 'processor_reference')} join autopay_attempt t on ${joined('t')} and h.id = t.run_id
        where t.charge_external_id = ${p.reference} and ${scope('t.organization_id')}`,
      `${hits('dispute', 'processor_reference')} where h.external_id = ${p.reference} and ${scope('h.organization_id')}`,
    ]
      .map(newest)
      .join(' union all '),
});

/** By the reference number of a posting or a reversal, in the ledger or in another loan system. */
export const hitsByReferenceNumber = statement({
  name: 'payments.search.by_reference_number',
  across: 'lenders',
  takes: { number: 'int8' },
  gives: HIT,
  text: ({ p, scope }) => {
    const entries = (kind: SearchedKind) => `${hits(kind, 'reference_number')}
      join ledger_entry e on ${joined('e')} and h.id = e.external_reference
      where e.reference_number = ${p.number} and ${scope('e.organization_id')}`;
    return [
      entries('payment'),
      entries('autopay_run'),
      `${hits('payment', 'reference_number')}
        join payment_reversal r on ${joined('r')} and h.id = r.payment_id
        join ledger_entry e on e.organization_id = r.organization_id and e.external_reference = r.id
        where e.reference_number = ${p.number} and ${scope('e.organization_id')}`,
      `${hits('payment', 'reference_number')}
        where h.posting_reference is not null and h.reference_number = ${p.number} and ${scope('h.organization_id')}`,
    ]
      .map(newest)
      .join(' union all ');
  },
});

/** Instruments with the same last four digits that are read for one search; in test data all may have the same. */
const MOST_READ = 1_000;

/**
 * Stored instruments by their last four digits and the name of their owner, the number of a loan of theirs, or the
 * amount of a schedule that charges them.
 */
export const methodsByLastFour = statement({
  name: 'payments.search.by_last_four',
  across: 'lenders',
  takes: { lastFour: 'text', nameText: 'text?', loanNumber: 'text?', cents: 'int8?' },
  gives: HIT,
  text: ({ p, scope, only }) =>
    mergedAcrossOrganizations({
      rows: `${hits('payment_method', 'last_four')}
        join (select m.id from payment_method m
               where m.organization_id = organization.id and m.last_four = ${p.lastFour}
               order by m.id desc limit ${MOST_READ}) same on same.id = h.id
        where h.organization_id = organization.id and (
          (select ${containsFolded('b.display_name', p.nameText)} from person b
            where b.organization_id = h.organization_id and b.id = h.party_id)
          or (select true from account_borrower b
            join account a on a.organization_id = b.organization_id and a.id = b.account_id
            where b.organization_id = h.organization_id and b.person_id = h.party_id
              and ${p.loanNumber}::text = any(array[a.external_contract_number, a.external_account_number]) limit 1)
          or (select true from autopay_schedule s
            where s.organization_id = h.organization_id and s.payment_method_id = h.id
              and s.amount_cents = ${p.cents} limit 1))`,
      order: 'h.id desc',
      mergedOrder: 'id desc',
      limit: String(MOST_FOUND),
      scope,
      only,
    }),
});
