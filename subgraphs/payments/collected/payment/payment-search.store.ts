import { containsFolded } from '../../../../core/db/folded-text-sql.js';
import {
  AFTER_EVERY_DATE,
  AFTER_EVERY_ID,
  type AfterId,
  CREATED,
  idRange,
  isCreatedThen,
  type ListDefinition,
  mergedAcrossOrganizations,
  newestFirst,
  newestIdFirst,
} from '../../../../core/db/paged-lists.js';
import { type ParametersOf, type StatementTools, statement } from '../../../../core/db/statement.js';
import { SELECT_PAYMENT, SELECTED_PAYMENT, type SelectedPayment } from './collected-payment.reads.store.js';

/** Null applies no filter. */
export const FILTERS = {
  accountId: 'CollectedPayment.accountId?',
  statuses: 'text[]?',
  methods: 'text[]?',
  loanSystemCode: 'Account.loanSystemCode?',
  leastCents: 'int8?',
  mostCents: 'int8?',
  /** Part of a reference, a memo, a number or a name. */
  text: 'text?',
  /** The same for borrowers' names; null finds no payment by name. */
  nameText: 'text?',
  externalReference: 'CollectedPayment.externalReference?',
  ...CREATED,
  /** Either one excludes payments that have not been applied. */
  effectiveFrom: 'date?',
  effectiveTo: 'date?',
} as const;
export type PaymentFilters = ParametersOf<typeof FILTERS>;

type Placeholders = StatementTools<PaymentFilters & AfterId & { limit: number }>['p'];

/** An organization's rows after the position, in the order of an index. */
interface Walk<P> {
  readonly rows: (p: P) => string;
  readonly order: string;
}

/** One list for each index that fits a filter. */
const search = (name: string, walk: Walk<Placeholders>) =>
  newestFirst({
    name: `collected_payments_${name}`,
    page: `collected_payment.search.${name}`,
    across: 'lenders',
    filters: FILTERS,
    gives: SELECTED_PAYMENT,
    ...walk,
  });

type OnDay = { afterOn: string; afterId: string };
type DatedSearch = ListDefinition<PaymentFilters, OnDay, SelectedPayment>;
type DatedPlaceholders = StatementTools<PaymentFilters & OnDay>['p'];

/** By the day on which payments were applied, latest first; used for filters on that day. */
function datedSearch(name: string, range: (p: DatedPlaceholders) => string): DatedSearch {
  const page = statement({
    name: `collected_payment.search.${name}`,
    across: 'lenders',
    takes: { ...FILTERS, afterOn: 'date', afterId: 'CollectedPayment.id', limit: 'int8' },
    gives: SELECTED_PAYMENT,
    text: ({ p, scope, only }) =>
      mergedAcrossOrganizations({
        rows: `${SELECT_PAYMENT} where c.organization_id = organization.id and ${range(p)}
          and c.effective_date between coalesce(${p.effectiveFrom}::date, '-infinity') and coalesce(${p.effectiveTo}::date, 'infinity')
          and (c.effective_date, c.id) < (${p.afterOn}::date, ${p.afterId}::text) and ${filtered(p)}`,
        order: 'c.effective_date desc, c.id desc',
        mergedOrder: '"effectiveDate" desc, id desc',
        limit: p.limit,
        scope,
        only,
      }),
  });
  return {
    name: `collected_payments_${name}`,
    statement: page,
    start: { afterOn: AFTER_EVERY_DATE, afterId: AFTER_EVERY_ID },
    // Every row has a day: the range excludes rows without one.
    positionOf: ({ effectiveDate, id }) => ({ afterOn: effectiveDate ?? AFTER_EVERY_DATE, afterId: id }),
  };
}

export function filtered(p: StatementTools<PaymentFilters>['p']): string {
  return `${isCreatedThen('c', p)}
    and (${p.accountId}::text is null or c.account_id = ${p.accountId})
    and (${p.statuses}::text[] is null or c.status = any(${p.statuses}::text[]::collected_payment_status[]))
    and (${p.methods}::text[] is null or c.payment_method = any(${p.methods}::text[]::collected_payment_method[]))
    and (${p.leastCents}::bigint is null or c.amount_cents >= ${p.leastCents})
    and (${p.mostCents}::bigint is null or c.amount_cents <= ${p.mostCents})
    and (${p.loanSystemCode}::text is null or ${OF_ACCOUNT('a.loan_system_code')} = ${p.loanSystemCode})
    and (${p.text}::text is null or ${containsFolded('c.external_reference', p.text)}
      or ${containsFolded('c.memo', p.text)}
      or ${OF_ACCOUNT(containsFolded('a.external_contract_number', p.text))}
      or ${OF_ACCOUNT(containsFolded('a.external_account_number', p.text))} or ${borrowerIsNamed(p.nameText)})
    and (${p.externalReference}::text is null or c.external_reference = ${p.externalReference})
    and (${p.effectiveFrom}::date is null or c.effective_date >= ${p.effectiveFrom}::date)
    and (${p.effectiveTo}::date is null or c.effective_date <= ${p.effectiveTo}::date)`;
}

/** A column of the payment's account, read payment by payment: with a join Postgres may read every account first. */
function OF_ACCOUNT(expression: string): string {
  return `(select ${expression} from account a where a.organization_id = c.organization_id and a.id = c.account_id)`;
}

function borrowerIsNamed(part: string): string {
  return `(select ${containsFolded('b.display_name', part)} from account a join person b on b.organization_id = a.organization_id
        and b.id = a.primary_borrower_party_id where a.organization_id = c.organization_id and a.id = c.account_id)`;
}

function leadingBy(column: string, value: (p: Placeholders) => string): Walk<Placeholders> {
  return {
    rows: (p) => `${SELECT_PAYMENT}
      where c.organization_id = organization.id and c.${column} = ${value(p)} and c.id < ${p.afterId} and ${filtered(p)}`,
    order: 'c.id desc',
  };
}

/** Each value has its own range of the index; a page of each is merged. */
const BY_METHOD: Walk<Placeholders> = {
  rows: (p) => `select found.* from unnest(${p.methods}::text[]::collected_payment_method[]) as sought(method)
    cross join lateral (${SELECT_PAYMENT}
      where c.organization_id = organization.id and c.payment_method = sought.method and c.id < ${p.afterId}
        and ${filtered(p)} order by c.id desc limit ${p.limit}) found`,
  order: 'found.id desc',
};

/**
 * Cursors of earlier versions, which had no index for amounts and methods, stay valid: their rows and their order
 * are the same.
 */
const ALL = 'collected_payments_all';

export const PAYMENT_SEARCHES = {
  all: search('all', {
    rows: (p) => `${SELECT_PAYMENT} where ${idRange('c', p.afterId)} and ${filtered(p)}`,
    order: newestIdFirst('c'),
  }),
  byAccount: search(
    'by_account',
    leadingBy('account_id', (p) => p.accountId),
  ),
  /**
   * For any status except `posted`: nearly all payments are posted, so a scan through all of them finds them
   * everywhere.
   */
  byStatus: search(
    'by_status',
    leadingBy('status', (p) => `any(${p.statuses}::text[]::collected_payment_status[]) and c.status <> 'posted'`),
  ),
  byReference: search(
    'by_reference',
    leadingBy('external_reference', (p) => p.externalReference),
  ),
  /** For one exact amount. */
  byAmount: {
    ...search(
      'by_amount',
      leadingBy('amount_cents', (p) => p.leastCents),
    ),
    name: ALL,
  },
  byMethod: { ...search('by_method', BY_METHOD), name: ALL },
} as const;

/** The same for filters on the day on which payments were applied. */
export const DATED_PAYMENT_SEARCHES = {
  all: datedSearch('dated', () => 'true'),
  byAccount: datedSearch('dated_by_account', (p) => `c.account_id = ${p.accountId}`),
  byStatus: datedSearch(
    'dated_by_status',
    (p) => `c.status = any(${p.statuses}::text[]::collected_payment_status[]) and c.status <> 'posted'`,
  ),
  byAmount: datedSearch('dated_by_amount', (p) => `c.amount_cents = ${p.leastCents}`),
  byReference: datedSearch('dated_by_reference', (p) => `c.external_reference = ${p.externalReference}`),
} as const;
